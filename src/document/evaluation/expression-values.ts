import {
  TextEvaluator,
  textOfValue,
  type EvaluatedExpression,
} from '../../lib/conditions/text-evaluator.ts';
import {
  EXPRESSIONS_LENGTH_MAX,
  PROBLEMS_MAX,
  VALUES_LENGTH_MAX,
  type EvaluationInput,
  type EvaluationProblem,
} from './document-evaluation.ts';

/** Evaluates the expressions of one document, each once, within limits. */
export class ExpressionValues {
  readonly #evaluator: TextEvaluator;
  readonly #known = new Map<string, EvaluatedExpression>();
  readonly #problems = new Map<string, string>();
  #expressionsLength = 0;
  #valuesLength = 0;

  constructor({ page, space, claims }: Pick<EvaluationInput, 'page' | 'space' | 'claims'>) {
    this.#evaluator = new TextEvaluator({ page, space, visitor: { claims } });
  }

  /** Returns the text that replaces an expression; undefined if it is not replaced. */
  text(expression: string): string | undefined {
    const result = this.#evaluate(expression);
    if (!('value' in result)) return this.reject(expression, result.problem);
    const text = textOfValue(result.value);
    if (text === undefined) return this.reject(expression, 'is not a text, number or boolean');
    this.#valuesLength += text.length;
    if (this.#valuesLength <= VALUES_LENGTH_MAX) return text;
    return this.reject(expression, `brings the values over ${VALUES_LENGTH_MAX} characters`);
  }

  /**
   * Returns whether a condition holds. One that cannot be evaluated does not, since it must not
   * reveal what it hides.
   */
  holds(condition: string): boolean {
    const result = this.#evaluate(condition);
    if ('value' in result) return result.value === true;
    this.reject(condition, result.problem);
    return false;
  }

  /** Reports the reason why a source is not replaced. */
  reject(source: string, problem: string): undefined {
    if (this.#problems.size < PROBLEMS_MAX) this.#problems.set(source, problem);
  }

  get problems(): EvaluationProblem[] {
    return [...this.#problems].map(([source, problem]) => ({ source, problem }));
  }

  #evaluate(expression: string): EvaluatedExpression {
    const known = this.#known.get(expression);
    if (known) return known;
    this.#expressionsLength += expression.length;
    const result =
      this.#expressionsLength <= EXPRESSIONS_LENGTH_MAX
        ? this.#evaluator.evaluate(expression)
        : { problem: `brings the expressions over ${EXPRESSIONS_LENGTH_MAX} characters` };
    this.#known.set(expression, result);
    return result;
  }
}
