import { z } from 'zod';
import { visibleText } from '../../lib/visible-text.ts';
import { languageCodes } from '../spaces/space-enums.ts';

/** Most entries of an organization's glossary: each text to translate is searched for all. */
export const GLOSSARY_ENTRIES_MAX = 5000;
/** Most operations of one write. */
export const GLOSSARY_OPERATIONS_MAX = 1000;
/** Longest term, in characters. */
export const TERM_LENGTH_MAX = 255;

const term = visibleText
  .trim()
  .min(1)
  .max(TERM_LENGTH_MAX)
  .regex(/^[^\n\r]*$/, 'must be on one line');

const translations = z
  .partialRecord(z.enum(languageCodes), term)
  .refine((terms) => Object.keys(terms).length > 0, 'must have a term in one language at least');

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
    .max(GLOSSARY_OPERATIONS_MAX),
});

export type GlossaryOperation = z.output<typeof glossaryOperations>['operations'][number];
