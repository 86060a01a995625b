import { validate, type GraphQLError } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { truncate } from '../lib/truncate.ts';
import { withoutStacks } from '../lib/without-stacks.ts';
import { operationLimits } from '../operations/operation-limits.ts';

/** Most characters of the message of an error: some show a literal, which may hold content. */
const MESSAGE_LENGTH_MAX = 2000;

/** Ends the validation of a document after operationLimits.errors errors, and keeps them short. */
export function useFewErrors(): Plugin {
  const options = { maxErrors: operationLimits.errors };
  return {
    onValidate({ setValidationFn }) {
      setValidationFn(((schema, document, rules) =>
        withoutStacks(() => validate(schema, document, rules, options)).map(
          shorten,
        )) as typeof validate);
    },
  };
}

function shorten(error: GraphQLError): GraphQLError {
  if (error.message.length > MESSAGE_LENGTH_MAX) {
    error.message = `${truncate(error.message, MESSAGE_LENGTH_MAX)}…`;
  }
  return error;
}
