import { z } from 'zod';
import { roles } from '../../auth/roles.ts';
import { certificatesIn, hasUsableKey } from '../../external/saml/certificates-in.ts';
import { webUrl } from '../../lib/web-url.ts';
import { visibleText } from '../../lib/visible-text.ts';

/** Maximum number of SAML providers per organization; the login list shows them all. */
export const SAML_PROVIDERS_MAX = 50;

/** Limits of a SAML provider's fields (interface, Limits). */
export const samlProviderFields = {
  label: visibleText
    .trim()
    .min(1)
    .max(30)
    .regex(/^[^\p{Cc}\u2028\u2029]*$/u, 'must be on one line'),
  entityID: z.string().max(1024).optional(),
  certificate: z
    .string()
    .max(10_000)
    .refine((text) => text === '' || certificatesIn(text) !== null, {
      error: 'must be an X.509 certificate, as PEM or as the Base64 of its DER',
      abort: true,
    })
    .refine((text) => (certificatesIn(text) ?? []).every(hasUsableKey), {
      error:
        'must have an RSA key of at least 2048 bits, or one on the curve P-256, P-384 or P-521: ' +
        'no login can be verified by another one',
    })
    .optional(),
  ssoURL: webUrl.optional(),
  defaultTeam: z.string().optional(),
  defaultRole: z.enum(roles).nullish(),
};
