import {
  getNullableType,
  isInputObjectType,
  isListType,
  type GraphQLError,
  type GraphQLInputType,
} from 'graphql';
import { AppError, type ErrorCode, type InputPath } from '../errors.ts';
import { fieldName } from '../lib/field-name.ts';
import { restTag } from './extensions.ts';
import type { Route } from './route.ts';

/** An error that names a field of the input, or an argument, as the route calls it. */
export function inRestNames(route: Route, error: GraphQLError): GraphQLError {
  const { inputPath = [], code } = error.extensions as { inputPath?: InputPath; code: ErrorCode };
  const path = restPathOf(route, inputPath, error);
  const graphName = `"${fieldName(inputPath)}"`;
  if (!path || !error.message.startsWith(graphName)) return error;
  const message = `"${fieldName(path)}"${error.message.slice(graphName.length)}`;
  return new AppError(code, message, path);
}

/** Returns the path on `/v1` of what an error names; undefined where it is the one of the graph. */
function restPathOf(
  { input, walk }: Route,
  [first, ...below]: InputPath,
  { path: place = [] }: GraphQLError,
): InputPath | undefined {
  if (input && first === 'input') {
    const path = restPath(input, below);
    return path.length === below.length ? undefined : path;
  }
  // The argument `id` of a field on the way is a parameter with a name of its own.
  const step = walk.find(({ field }) => field === place.at(-1));
  return first === 'id' && step?.parameter ? [step.parameter] : undefined;
}

/** The path of a field without the steps that a tag beside the members says. */
function restPath(
  type: GraphQLInputType,
  [step, ...below]: readonly (string | number)[],
): (string | number)[] {
  if (step === undefined) return [];
  const nullable = getNullableType(type);
  if (isListType(nullable)) return [step, ...restPath(nullable.ofType, below)];
  const field = isInputObjectType(nullable) ? nullable.getFields()[step] : undefined;
  if (!isInputObjectType(nullable) || !field) return [step, ...below];
  const rest = restPath(field.type, below);
  return restTag(nullable) ? rest : [step, ...rest];
}
