import { z } from 'zod';
import { ExpressionError } from './expression-error.ts';
import { EXPRESSION_LENGTH_MAX } from './expression-language.ts';
import { parseCondition } from './parse-condition.ts';

/** A condition in an input (interface, Limits). A syntax error is reported with its position. */
export const conditionSchema = z
  .string()
  // Conditions of imported pages pass no edge.
  .refine((text) => !text.includes('\0'), 'must not contain the character U+0000')
  .min(1)
  .max(EXPRESSION_LENGTH_MAX, { abort: true })
  .superRefine((text, check) => {
    if (text.length === 0) return;
    try {
      parseCondition(text);
    } catch (error) {
      if (!(error instanceof ExpressionError)) throw error;
      check.addIssue({ code: 'custom', message: error.message });
    }
  });
