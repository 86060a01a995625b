import { ParseError, type ParseResult } from '@marcbachmann/cel-js';
import { ConditionError } from './condition-error.ts';
import { CONDITION_LENGTH_MAX, conditionLanguage, findForbidden } from './condition-language.ts';

/** A condition that can be evaluated. */
export interface Condition {
  readonly text: string;
  readonly run: ParseResult;
}

/**
 * Parses a condition: an expression on `visitor.claims` that can be true (README, Show visitors
 * what concerns them).
 *
 * @throws ConditionError with the place, also when it is known never to be a boolean
 */
export function parseCondition(text: string): Condition {
  if (text.length > CONDITION_LENGTH_MAX) {
    const problem = `it has more than ${CONDITION_LENGTH_MAX} characters`;
    throw new ConditionError(problem, text, CONDITION_LENGTH_MAX);
  }
  const run = parse(text);
  const forbidden = findForbidden(run.ast);
  if (forbidden) throw new ConditionError(forbidden.problem, text, forbidden.node.pos);
  const { valid, type = '', error } = run.check();
  if (!valid) throw new ConditionError(problemOf(error), text, error?.range?.start ?? 0);
  if (type !== 'bool' && type !== 'dyn') {
    const named = type.startsWith('$') ? 'map' : type;
    throw new ConditionError(`it must be a boolean, but is of type ${named}`, text, 0);
  }
  return { text, run };
}

function parse(text: string): ParseResult {
  try {
    return conditionLanguage.parse(text);
  } catch (error) {
    if (!(error instanceof ParseError)) throw error;
    throw new ConditionError(problemOf(error), text, error.range?.start ?? 0);
  }
}

function problemOf(error: { code: string; summary: string } | undefined): string {
  const summary = error?.summary ?? 'it has a part of a wrong type';
  if (error?.code === 'limit_exceeded') return `it is too complex: ${summary}`;
  return `${summary[0]?.toLowerCase() ?? ''}${summary.slice(1)}`;
}
