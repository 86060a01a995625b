/** Limits of one operation; each error names the limit and what was asked for. */
export const operationLimits = {
  /** Lexical tokens of the document. */
  tokens: 4000,
  /** The same without a valid API token: enough to read the schema. */
  anonymousTokens: 1000,
  /** Errors of a document or of variables: the rest is not read. */
  errors: 10,
  /** Levels of nested fields. */
  depth: 30,
  /** Fields that could be resolved if every list were full. */
  cost: 1_000_000,
} as const;
