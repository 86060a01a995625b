import { storedText } from '../stored-text.ts';
import { ConditionError } from './condition-error.ts';
import { CONDITION_LENGTH_MAX } from './condition-language.ts';
import { parseCondition } from './parse-condition.ts';

/** A condition in an input (interface, Limits): one that does not parse is refused by its place. */
export const conditionSchema = storedText
  .min(1)
  .max(CONDITION_LENGTH_MAX, { abort: true })
  .superRefine((text, check) => {
    if (text.length === 0) return;
    try {
      parseCondition(text);
    } catch (error) {
      if (!(error instanceof ConditionError)) throw error;
      check.addIssue({ code: 'custom', message: error.message });
    }
  });
