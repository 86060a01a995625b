import { EvaluationError, TypeError as ConditionTypeError } from '@marcbachmann/cel-js';
import { ExpressionError } from './expression-error.ts';
import { parseCondition } from './parse-condition.ts';
import type { Expression } from './parse-expression.ts';
import type { Claims } from './read-claims.ts';

/** A reader of a published site. */
export interface Visitor {
  /** Signed claims of a token at the top level; unsigned ones below `unsigned`. */
  claims: Claims;
}

/**
 * Evaluates a condition for a visitor. A part that needs a missing claim, or one of an unexpected
 * type, is neither true nor false. A condition that is not true does not hold.
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
 * Evaluates a stored condition; null always holds. A text that does not parse never holds: it may
 * be older than the check at input, and must not reveal what it hides.
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
