import {
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  type GraphQLEnumType,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  type GraphQLScalarType,
} from 'graphql';
import { badInput, type InputPath } from '../errors.ts';
import { restInput, restDiscriminator, restShorthand, taggedName } from './extensions.ts';
import type { RestDiscriminator } from './options.ts';

/**
 * Converts a JSON value of the interface to a GraphQL variable: maps enum values to enum names, and
 * parses fields that have a REST form. Keeps omitted, `null` and a value distinct.
 *
 * @throws BAD_USER_INPUT naming the field and what it must be
 */
export function coerceJson(type: GraphQLInputType, value: unknown, path: InputPath): unknown {
  if (isNonNullType(type)) {
    if (value === null) throw badInput(`${quote(path)} must not be null.`, path);
    return coerceJson(type.ofType, value, path);
  }
  if (value === null) return null;
  if (isListType(type)) {
    if (!Array.isArray(value)) throw badInput(`${quote(path)} must be an array.`, path);
    return value.map((item, index) => coerceJson(type.ofType, item, [...path, index]));
  }
  if (isInputObjectType(type)) return coerceObject(type, value, path);
  if (isEnumType(type)) return enumName(type, value, path);
  return coerceScalar(type, value, path);
}

function coerceObject(type: GraphQLInputObjectType, value: unknown, path: InputPath): unknown {
  const word = restShorthand(type)?.word;
  const short = word === undefined ? undefined : type.getFields()[word];
  if (short && typeof value === 'string') {
    return { [short.name]: coerceJson(short.type, value, path) };
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw badInput(`${quote(path)} must be an object.`, path);
  }
  const tag = restDiscriminator(type);
  if (tag) return coerceTagged(type, tag, value, path);
  const fields = type.getFields();
  const result: Record<string, unknown> = {};
  for (const [name, item] of Object.entries(value)) {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    const itemPath = [...path, name];
    if (!field) throw badInput(`${quote(itemPath)} is not known here.`, itemPath);
    const rest = restInput(field);
    result[name] =
      rest && item !== null
        ? parseRestForm(() => rest.parse(item), itemPath)
        : coerceJson(field.type, item, itemPath);
  }
  for (const [name, field] of Object.entries(fields)) {
    if (isNonNullType(field.type) && field.defaultValue === undefined && !(name in result)) {
      const required = [...path, name];
      throw badInput(`${quote(required)} is required.`, required);
    }
  }
  if (type.isOneOf) checkOneOf(type, result, path);
  return result;
}

/** GraphQL checks this too, but its message shows the whole value, which may contain a secret. */
function checkOneOf(type: GraphQLInputObjectType, value: object, path: InputPath): void {
  const [given, ...more] = Object.values(value);
  if (more.length === 0 && given !== undefined && given !== null) return;
  const names = Object.keys(type.getFields()).map((name) => `"${name}"`);
  throw badInput(`${quote(path)} must have exactly one of ${names.join(', ')}.`, path);
}

/** Converts a value with a discriminator to the member of a one-of input. */
function coerceTagged(
  type: GraphQLInputObjectType,
  { tag }: RestDiscriminator,
  value: object,
  path: InputPath,
): unknown {
  const { [tag]: name, ...members } = value as Record<string, unknown>;
  const fields = Object.values(type.getFields());
  const field = fields.find((candidate) => taggedName(candidate) === name);
  if (field) return { [field.name]: coerceJson(field.type, members, path) };
  const allowed = fields.map((candidate) => `"${taggedName(candidate)}"`).join(', ');
  throw badInput(`${quote([...path, tag])} must be one of ${allowed}.`, [...path, tag]);
}

/**
 * Converts the texts of a query parameter to a GraphQL variable. A list takes every repetition.
 *
 * @throws BAD_USER_INPUT naming the parameter and what it must be
 */
export function coerceTexts(
  type: GraphQLInputType,
  texts: readonly string[],
  name: string,
): unknown {
  const nullable = getNullableType(type);
  if (isListType(nullable)) {
    return texts.map((text) => coerceText(nullable.ofType, text, name));
  }
  if (texts.length > 1) throw badInput(`"${name}" must be given once.`, [name]);
  return coerceText(nullable, texts[0] ?? '', name);
}

function coerceText(type: GraphQLInputType, text: string, name: string): unknown {
  const nullable = getNullableType(type);
  if (isEnumType(nullable)) return enumName(nullable, text, [name]);
  if (isListType(nullable)) {
    throw badInput(`"${name}" cannot be given in the query string.`, [name]);
  }
  if (isInputObjectType(nullable)) return coerceJson(nullable, parseJson(text, name), [name]);
  switch (nullable.name) {
    case 'Int': {
      if (!/^-?\d{1,10}$/.test(text)) throw badInput(`"${name}" must be a whole number.`, [name]);
      return coerceScalar(nullable, Number(text), [name]);
    }
    case 'Boolean': {
      if (text !== 'true' && text !== 'false') {
        throw badInput(`"${name}" must be true or false.`, [name]);
      }
      return text === 'true';
    }
    default:
      return coerceScalar(nullable, text, [name]);
  }
}

/** Parses an object, which the query string contains as JSON. */
function parseJson(text: string, name: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw badInput(`"${name}" must be an object, as JSON.`, [name]);
  }
}

function enumName(type: GraphQLEnumType, value: unknown, path: InputPath): string {
  const found = type.getValues().find((candidate) => candidate.value === value);
  if (found) return found.name;
  const allowed = type.getValues().map((candidate) => `"${String(candidate.value)}"`);
  throw badInput(`${quote(path)} must be one of ${allowed.join(', ')}.`, path);
}

const scalarNouns: Record<string, string> = {
  String: 'a string',
  ID: 'a string',
  Int: 'a whole number',
  Float: 'a number',
  Boolean: 'true or false',
};

function coerceScalar(type: GraphQLScalarType, value: unknown, path: InputPath): unknown {
  const problem = `${quote(path)} must be ${scalarNouns[type.name] ?? `a valid ${type.name}`}.`;
  // GraphQL takes whole numbers as ids; the interface's ids are strings.
  if (type.name === 'ID' && typeof value !== 'string') throw badInput(problem, path);
  try {
    type.parseValue(value);
  } catch {
    throw badInput(problem, path);
  }
  return value;
}

/** Parses a REST form. @throws BAD_USER_INPUT with the message of `parse` after the field's name */
export function parseRestForm(parse: () => unknown, path: InputPath): unknown {
  try {
    return parse();
  } catch (error) {
    throw badInput(`${quote(path)} ${error instanceof Error ? error.message : 'is wrong'}.`, path);
  }
}

function quote(path: InputPath): string {
  return path.length === 0 ? 'The body' : `"${path.join('.')}"`;
}
