import type { Claims } from '../../lib/conditions/read-claims.ts';
import type { VariableValues } from '../../lib/conditions/text-evaluator.ts';
import type { DocumentTree } from '../document-tree.ts';

/** Inputs of an evaluation; they can be copied between processes. */
export interface EvaluationInput {
  /** `page.vars` in expressions. */
  page: VariableValues;
  /** `space.vars` in expressions. */
  space: VariableValues;
  /** `visitor.claims` in expressions; empty for an unknown visitor. */
  claims: Claims;
  /** Contents that may be included, by id, with resolved includes. */
  contents: ReadonlyMap<string, DocumentTree>;
  /** Id of the evaluated content, if it can be included itself. */
  contentId?: string;
}

/** A part of a document that was not evaluated, and the reason. */
export interface EvaluationProblem {
  /** The expression, or the address in an `{% include %}`. */
  source: string;
  /** Continues the source: `has no value: no such key: version`. */
  problem: string;
}

export interface EvaluatedDocument {
  /** The input document itself if it contains nothing to evaluate. */
  tree: DocumentTree;
  /** Each source once; at most 100. */
  problems: EvaluationProblem[];
}

/** Maximum number of reported problems. */
export const PROBLEMS_MAX = 100;
/** Maximum length of the distinct expressions of one document, in characters. */
export const EXPRESSIONS_LENGTH_MAX = 100_000;
/** Maximum length of the values of expressions in one document, in characters. */
export const VALUES_LENGTH_MAX = 1_000_000;
/** Maximum size of included trees in one document, in characters of JSON. */
export const INCLUDED_LENGTH_MAX = 5_000_000;
/** Maximum nesting depth of includes. */
export const INCLUDE_DEPTH_MAX = 10;
