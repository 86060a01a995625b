import type { ExecutionResult, GraphQLError } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { unauthenticated } from '../errors.ts';
import { factsOf } from '../operations/operation-facts.ts';
import { asUnauthorized, type ServerContext } from './operation-errors.ts';
import { hasViewer } from './request-context.ts';

/**
 * Hides the schema from requests without a token, and suggestions for misspelled names, in
 * production.
 */
export function useProductionOperations(): Plugin<ServerContext> {
  return {
    // Not a rule of the validation, whose results are cached whoever asks.
    onExecute({ args, setResultAndStopExecution }) {
      const server = args.contextValue as ServerContext;
      const facts = factsOf(args.schema, args.document, args.operationName);
      if (facts?.asksForSchema && !hasViewer(server.requestContext)) {
        setResultAndStopExecution({ errors: [introspectionRefused()] });
      }
    },
    onResultProcess({ result }) {
      const { errors } = result as ExecutionResult;
      errors?.forEach(hideSuggestion);
    },
  };
}

function introspectionRefused(): GraphQLError {
  return asUnauthorized(unauthenticated('To read the schema, send an API token.'));
}

function hideSuggestion(error: GraphQLError): void {
  error.message = error.message.replace(/ ?Did you mean [^?]*\?/, '');
}
