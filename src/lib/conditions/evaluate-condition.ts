import { EvaluationError, TypeError as ConditionTypeError } from '@marcbachmann/cel-js';
import { ExpressionError } from './expression-error.ts';
import { parseCondition } from './parse-condition.ts';
import type { Expression } from './parse-expression.ts';
import type { Claims } from './read-claims.ts';

/** Who looks at a published site. */
export interface Visitor {
  /** What a token signs stands at the top; what nobody signed, below `unsigned`. */
  claims: Claims;
}

/**
 * Whether a condition holds for a visitor. A claim that is missing or of an unexpected type makes
 * the part that needs it neither true nor false, and a condition that is not true does not hold.
 */
export function evaluateCondition({ run }: Expression, visitor: Visitor): boolean {
  try {
    return run({ visitor }) === true;
  } catch (error) {
    if (error instanceof EvaluationError || error instanceof ConditionTypeError) return false;
    throw error;
  }
}

/**
 * The same for a stored text; nothing always holds. A text that does not parse never holds: one can
 * have been stored before conditions were parsed, and must not show what it was to hide.
 */
export function conditionHolds(text: string | null, visitor: Visitor): boolean {
  if (text === null) return true;
  try {
    return evaluateCondition(parseCondition(text), visitor);
  } catch (error) {
    if (error instanceof ExpressionError) return false;
    throw error;
  }
}
