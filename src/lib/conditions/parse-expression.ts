import { ParseError, type ParseResult } from '@marcbachmann/cel-js';
import { ExpressionError } from './expression-error.ts';
import {
  EXPRESSION_LENGTH_MAX,
  findForbidden,
  type ExpressionLanguage,
} from './expression-language.ts';

/** A parsed expression. */
export interface Expression {
  readonly text: string;
  readonly run: ParseResult;
  /** Type of the value; `dyn` if it is unknown. */
  readonly type: string;
}

/**
 * Parses an expression and checks its types.
 *
 * @throws ExpressionError with the position
 */
export function parseExpression(text: string, language: ExpressionLanguage): Expression {
  const { noun } = language;
  if (text.length > EXPRESSION_LENGTH_MAX) {
    const problem = `it has more than ${EXPRESSION_LENGTH_MAX} characters`;
    throw new ExpressionError(noun, problem, text, EXPRESSION_LENGTH_MAX);
  }
  const run = parse(text, language);
  const forbidden = findForbidden(run.ast, noun);
  if (forbidden) throw new ExpressionError(noun, forbidden.problem, text, forbidden.node.pos);
  const { valid, type = '', error } = run.check();
  if (!valid) throw new ExpressionError(noun, problemOf(error), text, error?.range?.start ?? 0);
  return { text, run, type: type.startsWith('$') ? 'map' : type };
}

function parse(text: string, { noun, environment }: ExpressionLanguage): ParseResult {
  try {
    return environment.parse(text);
  } catch (error) {
    if (!(error instanceof ParseError)) throw error;
    throw new ExpressionError(noun, problemOf(error), text, error.range?.start ?? 0);
  }
}

function problemOf(error: { code: string; summary: string } | undefined): string {
  const summary = error?.summary ?? 'it has a part of a wrong type';
  if (error?.code === 'limit_exceeded') return `it is too complex: ${summary}`;
  return `${summary[0]?.toLowerCase() ?? ''}${summary.slice(1)}`;
}
