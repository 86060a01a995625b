import { ExpressionError } from './expression-error.ts';
import { conditionLanguage } from './expression-language.ts';
import { parseExpression, type Expression } from './parse-expression.ts';

/**
 * Parses a condition: a boolean expression on `visitor.claims` (README, Show visitors what concerns
 * them).
 *
 * @throws ExpressionError with the position, also if the type is known and not boolean
 */
export function parseCondition(text: string): Expression {
  const condition = parseExpression(text, conditionLanguage);
  const { type } = condition;
  if (type === 'bool' || type === 'dyn') return condition;
  const problem = `it must be a boolean, but is of type ${type}`;
  throw new ExpressionError(conditionLanguage.noun, problem, text, 0);
}
