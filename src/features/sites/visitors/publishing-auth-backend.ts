import { builder } from '../../../builder.ts';
import type { AuthBackend } from './load-publishing-auth.ts';

/** Issuer of visitor tokens. */
export const PublishingAuthBackend = builder.enumType('PublishingAuthBackend', {
  description: 'Issuer of the tokens of visitors.',
  values: {
    CUSTOM: { value: 'custom', description: 'Your own service, which knows the key.' },
    INTEGRATION: { value: 'integration', description: 'An integration that is installed.' },
  } as const satisfies Record<string, { value: AuthBackend; description: string }>,
});
