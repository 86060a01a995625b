import { ExpressionError } from '../../lib/conditions/expression-error.ts';
import {
  ANY_VARIABLE,
  textLanguage,
  variablesRead,
} from '../../lib/conditions/expression-language.ts';
import { parseExpression } from '../../lib/conditions/parse-expression.ts';
import { ExpressionValues } from '../../document/evaluation/expression-values.ts';
import type { Variables } from '../../revisions/store/entry.ts';
import { isSameValue } from '../../lib/same-value.ts';
import { expressionsIn } from './marked-expressions.ts';
import type { TextSection } from './text-sections.ts';

/** Expressions of a page, as they are indexed. */
export interface PageExpressions {
  /** Their values by the expression, without those of expressions that stay as they are. */
  values: Record<string, string>;
  /** Names of the space variables that they read; `ANY_VARIABLE` for any of them. */
  variables: string[];
}

/** Evaluates the expressions of a page for a visitor of whom nothing is known. */
export function evaluateExpressions(
  sections: readonly TextSection[],
  variables: { page: Variables; space: Variables },
): PageExpressions {
  const expressions = expressionsIn(sections);
  const evaluator = new ExpressionValues({ ...variables, claims: new Map() });
  const values = expressions.flatMap((expression): [string, string][] => {
    const value = evaluator.text(expression);
    return value === undefined ? [] : [[expression, value]];
  });
  return {
    values: Object.fromEntries(values),
    variables: [...new Set(expressions.flatMap(spaceVariablesRead))].toSorted(),
  };
}

function spaceVariablesRead(expression: string): string[] {
  try {
    return variablesRead(parseExpression(expression, textLanguage).run.ast, 'space');
  } catch (error) {
    if (error instanceof ExpressionError) return [];
    throw error;
  }
}

/** Returns what pages read of variables that differ, as `PageExpressions` names it. */
export function changedVariables(before: Variables, after: Variables): string[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const changed = names.filter((name) => !isSameValue(before[name], after[name]));
  return changed.length === 0 ? [] : [...changed, ANY_VARIABLE];
}
