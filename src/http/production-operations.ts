import {
  BREAK,
  Kind,
  visit,
  type DocumentNode,
  type ExecutionResult,
  type GraphQLError,
} from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { unauthenticated } from '../errors.ts';
import { asUnauthorized, type ServerContext } from './operation-errors.ts';
import { hasViewer } from './request-context.ts';

/**
 * What a gateway in production keeps to itself: its schema, but for those with a token, and names
 * close to a misspelled one.
 */
export function useProductionOperations(): Plugin<ServerContext> {
  return {
    // Not a rule of the validation, whose results are cached whoever asks.
    onExecute({ args, setResultAndStopExecution }) {
      const server = args.contextValue as ServerContext;
      if (asksForSchema(args.document as DocumentNode) && !hasViewer(server.requestContext)) {
        setResultAndStopExecution({ errors: [introspectionRefused()] });
      }
    },
    onResultProcess({ result }) {
      const { errors } = result as ExecutionResult;
      errors?.forEach(hideSuggestion);
    },
  };
}

function asksForSchema(document: DocumentNode): boolean {
  let found = false;
  visit(document, {
    [Kind.FIELD]: ({ name }) => {
      if (name.value !== '__schema' && name.value !== '__type') return undefined;
      found = true;
      return BREAK;
    },
  });
  return found;
}

function introspectionRefused(): GraphQLError {
  return asUnauthorized(unauthenticated('To read the schema, send an API token.'));
}

function hideSuggestion(error: GraphQLError): void {
  error.message = error.message.replace(/ ?Did you mean [^?]*\?/, '');
}
