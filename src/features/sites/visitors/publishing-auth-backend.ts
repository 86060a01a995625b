import { builder } from '../../../builder.ts';
import type { AuthBackend } from './load-publishing-auth.ts';

/** Who signs the tokens of a site's visitors. */
export const PublishingAuthBackend = builder.enumType('PublishingAuthBackend', {
  description: 'Who signs the tokens of visitors.',
  values: {
    CUSTOM: { value: 'custom', description: 'A service of your own, which has the key.' },
    INTEGRATION: { value: 'integration', description: 'An integration that is installed.' },
  } as const satisfies Record<string, { value: AuthBackend; description: string }>,
});
