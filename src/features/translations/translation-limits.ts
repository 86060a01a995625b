import { z } from 'zod';
import { requireReadable } from '../../document/input/require-readable.ts';
import { languageCodes } from '../spaces/space-enums.ts';

/** Maximum number of translations per organization. */
export const TRANSLATIONS_MAX = 1000;
/** Maximum length of instructions, in characters of their markdown. */
export const INSTRUCTIONS_LENGTH_MAX = 10_000;

const instructions = z.looseObject({}).superRefine(requireReadable);

/** Input for a new translation (interface, Translations). */
export const newTranslation = z.object({
  language: z.enum(languageCodes),
  source: z.object({ space: z.string(), language: z.enum(languageCodes) }),
  instructions: instructions.optional(),
});

/** Changeable properties of a translation. */
export const translationChanges = z.object({ instructions });
