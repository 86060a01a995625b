import { enumType } from '../../../builder/declare-types.ts';
import type { AuthBackend } from './load-publishing-auth.ts';

/** Issuer of visitor tokens. */
export const PublishingAuthBackend = enumType<AuthBackend>(
  'PublishingAuthBackend',
  'Issuer of the tokens of visitors.',
  {
    custom: 'Your own service, which knows the key.',
    integration: 'An integration that is installed.',
  },
);
