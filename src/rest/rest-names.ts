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

/** An error that names a field of the input as the body of the route has it. */
export function inRestNames({ input }: Route, error: GraphQLError): GraphQLError {
  const { inputPath, code } = error.extensions as { inputPath?: InputPath; code: ErrorCode };
  const [first, ...below] = inputPath ?? [];
  if (!input || first !== 'input') return error;
  const graphName = `"${fieldName(below)}"`;
  const path = restPath(input, below);
  if (path.length === below.length || !error.message.startsWith(graphName)) return error;
  const message = `"${fieldName(path)}"${error.message.slice(graphName.length)}`;
  return new AppError(code, message, path);
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
