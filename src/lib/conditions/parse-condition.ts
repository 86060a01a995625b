import { ExpressionError } from './expression-error.ts';
import { conditionLanguage } from './expression-language.ts';
import { parseExpression, type Expression } from './parse-expression.ts';

/**
 * Parses a condition: an expression on `visitor.claims` that can be true (README, Show visitors
 * what concerns them).
 *
 * @throws ExpressionError with the place, also when it is known never to be a boolean
 */
export function parseCondition(text: string): Expression {
  const condition = parseExpression(text, conditionLanguage);
  const { type } = condition;
  if (type === 'bool' || type === 'dyn') return condition;
  const problem = `it must be a boolean, but is of type ${type}`;
  throw new ExpressionError(conditionLanguage.noun, problem, text, 0);
}
