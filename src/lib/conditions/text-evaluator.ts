import { EvaluationError, TypeError as ExpressionTypeError } from '@marcbachmann/cel-js';
import type { Visitor } from './evaluate-condition.ts';
import { ExpressionError } from './expression-error.ts';
import { mentions, textLanguage } from './expression-language.ts';
import { parseExpression } from './parse-expression.ts';

/** Values by name. */
export type VariableValues = Readonly<Record<string, string | number | boolean>>;

/** The variables of expressions in a text. */
export interface TextVariables {
  /** `page.vars`. */
  page: VariableValues;
  /** `space.vars`. */
  space: VariableValues;
  visitor: Visitor;
}

/**
 * The value of an expression, or the problem that left it without one. The problem follows the
 * expression's text.
 */
export type EvaluatedExpression = { value: unknown } | { problem: string };

/** Evaluates the expressions of texts with the same variables. */
export class TextEvaluator {
  readonly #variables: Record<string, object>;

  constructor({ page, space, visitor }: TextVariables) {
    this.#variables = {
      page: { vars: new Map(Object.entries(page)) },
      space: { vars: new Map(Object.entries(space)) },
      visitor,
    };
  }

  /**
   * Evaluates an expression. The value is null if a claim of the visitor is unknown. An unknown
   * variable is a problem.
   */
  evaluate(text: string): EvaluatedExpression {
    try {
      const { run } = parseExpression(text, textLanguage);
      return this.#valueOf(run);
    } catch (error) {
      if (error instanceof ExpressionError) return { problem: error.message };
      throw error;
    }
  }

  #valueOf(run: ReturnType<typeof parseExpression>['run']): EvaluatedExpression {
    try {
      return { value: run(this.#variables) as unknown };
    } catch (error) {
      if (!(error instanceof EvaluationError || error instanceof ExpressionTypeError)) throw error;
      if (mentions(run.ast, 'visitor')) return { value: null };
      const summary = `${error.summary[0]?.toLowerCase() ?? ''}${error.summary.slice(1)}`;
      return { problem: `has no value: ${summary}` };
    }
  }
}

/**
 * Returns a value as readers see it, on one line; undefined unless it is text, a number, a boolean
 * or null.
 */
export function textOfValue(value: unknown): string | undefined {
  switch (typeof value) {
    case 'string':
      return value.replaceAll(/\s+/g, ' ');
    case 'number':
    case 'bigint':
    case 'boolean':
      return String(value);
    default:
      return value === null ? '' : undefined;
  }
}
