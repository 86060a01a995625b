import { GraphQLError, Kind, visit, BREAK, type DocumentNode, type ExecutionResult } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { unauthenticated } from '../errors.ts';
import { asUnauthorized, type ServerContext } from './operation-errors.ts';

/**
 * What a gateway in production keeps to itself: its schema, but for those with a token, and names
 * close to a misspelled one.
 */
export function useProductionOperations(): Plugin<ServerContext> {
  return {
    onValidate:
      () =>
      ({ result, setResult }) => {
        const errors = result as readonly GraphQLError[];
        if (errors.length > 0) setResult(errors.map((error) => withoutSuggestion(error)));
      },
    // Not a rule of the validation, whose results are cached whoever asks.
    onExecute({ args, setResultAndStopExecution }) {
      const server = args.contextValue as ServerContext;
      if (asksForSchema(args.document as DocumentNode) && !hasViewer(server)) {
        setResultAndStopExecution({ errors: [introspectionRefused()] });
        return undefined;
      }
      return {
        onExecuteDone({ result, setResult }) {
          const { errors } = result as ExecutionResult;
          if (errors) setResult({ ...result, errors: errors.map(withoutSuggestion) });
        },
      };
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

function hasViewer({ requestContext }: ServerContext): boolean {
  try {
    return requestContext.viewer !== undefined;
  } catch {
    return false;
  }
}

function introspectionRefused(): GraphQLError {
  return asUnauthorized(unauthenticated('To read the schema, send an API token.'));
}

function withoutSuggestion(error: GraphQLError): GraphQLError {
  const message = error.message.replace(/ ?Did you mean [^?]*\?/, '');
  if (message === error.message) return error;
  const { nodes, source, positions, path, originalError, extensions } = error;
  return new GraphQLError(message, { nodes, source, positions, path, originalError, extensions });
}
