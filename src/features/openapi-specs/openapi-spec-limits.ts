import { z } from 'zod';
import { URL_LENGTH_MAX } from '../../lib/web-url.ts';
import { DOCUMENT_SIZE_MAX } from './documents/specification-limits.ts';

/** Maximum number of OpenAPI specifications per organization. */
export const OPENAPI_SPECS_MAX = 500;

/** Maximum number of versions kept per specification; the newest ones. */
export const VERSIONS_MAX = 100;

/** Schema of a slug: its characters and maximum length (interface, Limits). */
export const openApiSpecSlug = z
  .string()
  .min(1)
  .max(100)
  .regex(
    /^[a-z0-9]+(?:-[a-z0-9]+)*$/,
    'must have lower-case letters and digits only, and single dashes between them',
  );

/** Source of a specification (interface, OpenAPI specifications): a URL or a text. */
export const openApiSpecSource = z.object({
  url: z
    .url({ protocol: /^https?$/, error: 'must be an http or https URL' })
    .max(URL_LENGTH_MAX)
    .refine(
      (url) => !URL.canParse(url) || new URL(url).href.length <= URL_LENGTH_MAX,
      `must have at most ${URL_LENGTH_MAX} characters as it is sent: %-encoding counts`,
    )
    .optional(),
  text: z.string().min(1).max(DOCUMENT_SIZE_MAX).optional(),
});

export const openApiSpecVisibility = z.enum(['private', 'public']);
