import type { Claims } from '../../../../lib/conditions/read-claims.ts';
import type { VariableValues } from '../../../../lib/conditions/text-evaluator.ts';
import type { DocumentTree } from '../document-tree.ts';

/** What a document is evaluated with. All of it can be copied between processes. */
export interface EvaluationInput {
  /** `page.vars` in expressions. */
  page: VariableValues;
  /** `space.vars` in expressions. */
  space: VariableValues;
  /** `visitor.claims` in expressions; empty for a visitor of whom nothing is known. */
  claims: Claims;
  /** The contents that may be included, by id, with their own includes resolved. */
  contents: ReadonlyMap<string, DocumentTree>;
  /** Id of the content that is evaluated, when it is one that can be included. */
  contentId?: string;
}

/** A part of a document that stays as it is written, and why. */
export interface EvaluationProblem {
  /** An expression, or what an `{% include %}` names. */
  source: string;
  /** Follows the source: `has no value: no such key: version`. */
  problem: string;
}

export interface EvaluatedDocument {
  /** The document that was given when there is nothing in it to evaluate. */
  tree: DocumentTree;
  /** Each source once; at most 100. */
  problems: EvaluationProblem[];
}

/** Most problems that are told. */
export const PROBLEMS_MAX = 100;
/** Characters of different expressions that one document may have evaluated. */
export const EXPRESSIONS_LENGTH_MAX = 100_000;
/** Characters that the values of expressions may add to one document. */
export const VALUES_LENGTH_MAX = 1_000_000;
/** Characters of included trees, as JSON, that one document may have. */
export const INCLUDED_LENGTH_MAX = 5_000_000;
/** Contents within one another. */
export const INCLUDE_DEPTH_MAX = 10;
