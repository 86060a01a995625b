import type { Plugin } from 'graphql-yoga';
import { badInput, type AppError } from '../errors.ts';

/** Maximum length of the path to a value in an error. */
const PATH_LENGTH_MAX = 20;

/** A value in variables, and the way to it. */
interface Place {
  value: unknown;
  key: string;
  parent: Place | undefined;
}

/**
 * Refuses variables with half of a surrogate pair, on both surfaces: it is no character, and the
 * database would keep another in its place. In documents, GraphQL itself does not allow it.
 */
export function useWellFormedVariables(): Plugin {
  return {
    onExecute({ args, setResultAndStopExecution }) {
      const error = illFormedText(args.variableValues);
      if (error) setResultAndStopExecution({ errors: [error] });
    },
  };
}

/** The error for the first text that is not well-formed. It may lie as deep as JSON can. */
export function illFormedText(variables: unknown): AppError | undefined {
  const open: Place[] = [{ value: variables, key: '', parent: undefined }];
  for (let place = open.pop(); place; place = open.pop()) {
    const { value } = place;
    if (typeof value === 'string' ? !value.isWellFormed() : !place.key.isWellFormed()) {
      return refusal(place);
    }
    if (typeof value !== 'object' || value === null) continue;
    const parent = place;
    for (const [key, below] of Object.entries(value).toReversed()) {
      open.push({ value: below, key, parent });
    }
  }
  return undefined;
}

function refusal(place: Place): AppError {
  const upwards: string[] = [];
  for (let at = place; at.parent; at = at.parent) upwards.push(at.key.toWellFormed());
  const path = upwards.toReversed().slice(0, PATH_LENGTH_MAX);
  const [first, ...below] = path;
  const name = (first === 'input' ? below : path).join('.');
  return badInput(`"${name}" has half of a surrogate pair, which is not a character.`, path);
}
