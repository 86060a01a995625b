import {
  getNullableType,
  isInputObjectType,
  isListType,
  type GraphQLInputField,
  type GraphQLInputType,
} from 'graphql';
import { badField, type AppError, type InputPath } from '../errors.ts';
import { pluralize } from '../lib/pluralize.ts';
import { limitsOf } from './extensions.ts';
import type { JsonSchema } from './options.ts';

/** Maximum number of items in a list without its own limit, which is always lower. */
const LIST_LENGTH_MAX = 1000;
/** Maximum number of members in an input object; inputs have fewer fields. */
const MEMBERS_MAX = 100;

/**
 * Returns the error of the first list or object in an input that is too large for its type. Callers
 * check this before copying or validating the input, which takes a thousand times as long.
 */
export function sizeError(
  type: GraphQLInputType,
  value: unknown,
  path: InputPath,
  itemsMax = LIST_LENGTH_MAX,
): AppError | undefined {
  const nullable = getNullableType(type);
  if (isListType(nullable)) return listError(nullable.ofType, value, path, itemsMax);
  if (!isInputObjectType(nullable) || typeof value !== 'object' || value === null) return undefined;
  // Some objects are lists on `/v1`, whose parser has the limit.
  if (Array.isArray(value)) return undefined;
  const entries = Object.entries(value);
  if (entries.length > MEMBERS_MAX) {
    return badField(path, `must have at most ${MEMBERS_MAX} members`);
  }
  const fields = nullable.getFields();
  return firstError(entries, ([name, member]) => {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    return field && sizeError(field.type, member, [...path, name], itemsMaxOf(field));
  });
}

function listError(
  itemType: GraphQLInputType,
  value: unknown,
  path: InputPath,
  itemsMax: number,
): AppError | undefined {
  // Some lists are maps on `/v1`.
  if (!Array.isArray(value)) return undefined;
  if (value.length > itemsMax) {
    return badField(path, `must have at most ${pluralize(itemsMax, 'item')}`);
  }
  return firstError([...value.entries()], ([index, item]) =>
    sizeError(itemType, item, [...path, index]),
  );
}

function firstError<Part>(
  parts: readonly Part[],
  errorOf: (part: Part) => AppError | undefined,
): AppError | undefined {
  for (const part of parts) {
    const error = errorOf(part);
    if (error) return error;
  }
  return undefined;
}

/** Returns the maximum number of items of a field, from its zod schema. */
function itemsMaxOf(field: GraphQLInputField): number | undefined {
  const limits = limitsOf(field);
  const branches = (limits?.['anyOf'] as JsonSchema[] | undefined) ?? [limits];
  return branches
    .map((branch) => branch?.['maxItems'])
    .find((itemsMax) => typeof itemsMax === 'number');
}
