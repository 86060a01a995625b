import {
  getNullableType,
  isInputObjectType,
  isListType,
  type GraphQLError,
  type GraphQLInputType,
} from 'graphql';
import { AppError, type ErrorCode, type InputPath } from '../errors.ts';
import { fieldName } from '../lib/field-name.ts';
import { restDiscriminator } from './extensions.ts';
import type { Route } from './route.ts';

/** Renames the input field or argument that an error names to its name on the route. */
export function toRestPath(route: Route, error: GraphQLError): GraphQLError {
  const { inputPath = [], code } = error.extensions as { inputPath?: InputPath; code: ErrorCode };
  const path = restPathOf(route, inputPath, error);
  const graphName = `"${fieldName(inputPath)}"`;
  if (!path || !error.message.startsWith(graphName)) return error;
  const message = `"${fieldName(path)}"${error.message.slice(graphName.length)}`;
  return new AppError(code, message, path);
}

/**
 * Returns the path on `/v1` of the field that an error names; undefined if it has the same path in
 * GraphQL.
 */
function restPathOf(
  { input, walk }: Route,
  [first, ...below]: InputPath,
  { path: place = [] }: GraphQLError,
): InputPath | undefined {
  if (input && first === 'input') {
    const path = restPath(input, below);
    return path.length === below.length ? undefined : path;
  }
  // The argument `id` of a field in the walk is a path parameter with a different name.
  const step = walk.find(({ field }) => field === place.at(-1));
  return first === 'id' && step?.parameter ? [step.parameter] : undefined;
}

/** Returns the path of a field, omitting the steps that a discriminator replaces. */
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
  return restDiscriminator(nullable) ? rest : [step, ...rest];
}
