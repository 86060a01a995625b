import { EvaluationError, TypeError as ExpressionTypeError } from '@marcbachmann/cel-js';
import type { Visitor } from './evaluate-condition.ts';
import { ExpressionError } from './expression-error.ts';
import { mentions, textLanguage } from './expression-language.ts';
import { parseExpression } from './parse-expression.ts';

/** Values by name. */
export type VariableValues = Readonly<Record<string, string | number | boolean>>;

/** What expressions in a text know. */
export interface TextVariables {
  /** `page.vars`. */
  page: VariableValues;
  /** `space.vars`. */
  space: VariableValues;
  visitor: Visitor;
}

/** The value of an expression, or why it has none; the problem follows the expression. */
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
   * The value of an expression. One on a visitor of whom the claim is not known has the value null:
   * it says nothing. One that names a variable that is not there has a problem.
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

/** A value as readers see it, on one line; undefined for one that is no text, number or boolean. */
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
