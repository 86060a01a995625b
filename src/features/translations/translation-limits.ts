import { z } from 'zod';
import { requireReadable } from '../content/document/input/require-readable.ts';
import { languageCodes } from '../spaces/space-enums.ts';

/** Most translations of an organization. */
export const TRANSLATIONS_MAX = 1000;
/** Longest instructions, in characters of their markdown. */
export const INSTRUCTIONS_LENGTH_MAX = 10_000;

const instructions = z.looseObject({}).superRefine(requireReadable);

/** What a new translation is given (interface, Translations). */
export const newTranslation = z.object({
  language: z.enum(languageCodes),
  source: z.object({ space: z.string(), language: z.enum(languageCodes) }),
  instructions: instructions.optional(),
});

/** What of a translation can change. */
export const translationChanges = z.object({ instructions });
