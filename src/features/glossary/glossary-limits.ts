import { z } from 'zod';
import { canonicalJson } from '../../lib/canonical-json.ts';
import { storedText } from '../../lib/stored-text.ts';
import { languageCodes } from '../spaces/space-enums.ts';

/** Most entries of an organization's glossary: each text to translate is searched for all. */
export const GLOSSARY_ENTRIES_MAX = 5000;
/** Most operations of one write. */
export const GLOSSARY_OPERATIONS_MAX = 1000;
/** Longest term, in characters. */
const TERM_LENGTH_MAX = 255;

const term = storedText
  .trim()
  .min(1)
  .max(TERM_LENGTH_MAX)
  .regex(/^[^\n\r]*$/, 'must be on one line');

const translations = z
  .partialRecord(z.enum(languageCodes), term)
  .refine((terms) => Object.keys(terms).length > 0, 'must have a term in one language at least');

interface Written {
  translations: Partial<Record<string, string>>;
}

/** Refuses what would make two entries that say the same. */
function refuseRepeated(
  operations: readonly { insert?: Written | undefined; update?: Written | undefined }[],
  context: z.RefinementCtx,
): void {
  const places = new Map<string, number>();
  for (const [index, { insert, update }] of operations.entries()) {
    const written = insert ?? update;
    if (!written) continue;
    const terms = canonicalJson(written.translations);
    const first = places.get(terms);
    places.set(terms, first ?? index);
    if (first === undefined) continue;
    const path = [index, insert ? 'insert' : 'update', 'translations'];
    context.addIssue({ code: 'custom', path, message: `says the same as "operations.${first}"` });
  }
}

/** The operations of one write, each by its name. An operation has exactly one member. */
export const glossaryOperations = z.object({
  operations: z
    .array(
      z.object({
        insert: z.object({ translations }).optional(),
        update: z.object({ id: z.string(), translations }).optional(),
        delete: z.object({ id: z.string() }).optional(),
      }),
    )
    .max(GLOSSARY_OPERATIONS_MAX)
    .superRefine(refuseRepeated),
});

export type GlossaryOperation = z.output<typeof glossaryOperations>['operations'][number];
