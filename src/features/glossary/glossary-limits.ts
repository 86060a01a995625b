import { z } from 'zod';
import { visibleText } from '../../lib/visible-text.ts';
import { languageCodes } from '../spaces/space-enums.ts';

/**
 * Maximum number of glossary entries per organization: each translated text is searched for all.
 */
export const GLOSSARY_ENTRIES_MAX = 5000;
/** Maximum number of operations per write. */
const GLOSSARY_OPERATIONS_MAX = 1000;
/** Maximum length of a term, in characters. */
export const TERM_LENGTH_MAX = 255;

const term = visibleText
  .trim()
  .min(1)
  .max(TERM_LENGTH_MAX)
  .regex(/^[^\n\r]*$/, 'must be on one line');

const translations = z
  .partialRecord(z.enum(languageCodes), term)
  .refine((terms) => Object.keys(terms).length > 0, 'must have a term in one language at least');

/** Operations of one write. Each has exactly one member, named after the operation. */
export const glossaryOperations = z.object({
  operations: z
    .array(
      z.object({
        insert: z.object({ translations }).optional(),
        update: z.object({ id: z.string(), translations }).optional(),
        delete: z.object({ id: z.string() }).optional(),
      }),
    )
    .max(GLOSSARY_OPERATIONS_MAX),
});

export type GlossaryOperation = z.output<typeof glossaryOperations>['operations'][number];
