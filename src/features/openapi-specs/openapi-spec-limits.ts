import { z } from 'zod';
import { storedText } from '../../lib/stored-text.ts';
import { URL_LENGTH_MAX } from '../../lib/web-url.ts';
import { DOCUMENT_SIZE_MAX } from './documents/document-limits.ts';

/** Most OpenAPI specifications of one organization. */
export const OPENAPI_SPECS_MAX = 500;

/** How many versions of a specification are kept: the newest ones. */
export const VERSIONS_MAX = 100;

/** Longest slug, in characters, and what it is made of (interface, Limits). */
export const openApiSpecSlug = z
  .string()
  .min(1)
  .max(100)
  .regex(
    /^[a-z0-9]+(?:-[a-z0-9]+)*$/,
    'must have lower-case letters and digits only, and single dashes between them',
  );

/** Where a specification comes from (interface, OpenAPI specifications): one of both. */
export const openApiSpecSource = z.object({
  url: z
    .url({ protocol: /^https?$/, error: 'must be an address of http or https' })
    .max(URL_LENGTH_MAX)
    .refine(
      (url) => !URL.canParse(url) || new URL(url).href.length <= URL_LENGTH_MAX,
      `must have at most ${URL_LENGTH_MAX} characters as it is sent: %-encoding counts`,
    )
    .optional(),
  text: storedText.min(1).max(DOCUMENT_SIZE_MAX).optional(),
});

export const openApiSpecVisibility = z.enum(['private', 'public']);
