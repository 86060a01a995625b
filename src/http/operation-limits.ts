import { getOperationAST, type DocumentNode, type GraphQLError } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { AppError } from '../errors.ts';
import { operationCost, readVariables } from './operation-cost.ts';
import type { ServerContext } from './operation-errors.ts';
import { hasViewer } from './request-context.ts';

/** Limits of one operation; each error names the limit and what was asked for. */
const operationLimits = {
  /** Lexical tokens of the document. */
  tokens: 4000,
  /** The same without a valid API token: enough to read the schema. */
  anonymousTokens: 1000,
  /** Levels of nested fields. */
  depth: 30,
  /** Fields that could be resolved if every list were full. */
  cost: 1_000_000,
} as const;

/** Refuses operations that are over the limits, before anything runs. */
export function useOperationLimits(): Plugin<ServerContext> {
  return {
    onParse({ context, parseFn, setParseFn }) {
      const { tokens, anonymousTokens } = operationLimits;
      const maxTokens = hasViewer(context.requestContext) ? tokens : anonymousTokens;
      setParseFn((source, options) => parseFn(source, { ...options, maxTokens }));
    },
    onExecute({ args, setResultAndStopExecution }) {
      const operation = getOperationAST(args.document as DocumentNode, args.operationName);
      if (!operation) return;
      const given = (args.variableValues ?? {}) as Record<string, unknown>;
      const variables = readVariables(args.schema, operation, given);
      if ('errors' in variables) {
        setResultAndStopExecution({ errors: variables.errors.map(asBadRequest) });
        return;
      }
      const cost = operationCost(args.schema, args.document, operation, variables.coerced);
      for (const limit of ['depth', 'cost'] as const) {
        if (cost[limit] > operationLimits[limit]) {
          setResultAndStopExecution({ errors: [overLimit(limit, cost[limit])] });
          return;
        }
      }
    },
  };
}

function asBadRequest(error: GraphQLError): GraphQLError {
  Object.assign(error.extensions, { code: 'BAD_USER_INPUT', http: { status: 400 } });
  return error;
}

function overLimit(limit: 'depth' | 'cost', asked: number): AppError {
  const advice =
    limit === 'cost'
      ? 'ask for smaller pages ("first") or fewer nested lists'
      : 'nest fewer fields';
  const error = new AppError(
    'QUERY_TOO_COMPLEX',
    `The operation has a ${limit} of ${asked}, but at most ${operationLimits[limit]} is allowed: ${advice}.`,
  );
  error.extensions['http'] = { status: 400 };
  return error;
}
