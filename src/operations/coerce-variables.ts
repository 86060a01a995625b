import {
  coerceInputValue,
  GraphQLError,
  isNonNullType,
  typeFromAST,
  valueFromAST,
  type GraphQLInputType,
  type GraphQLSchema,
  type VariableDefinitionNode,
} from 'graphql';
import { inspect } from 'graphql/jsutils/inspect.js';
import { truncate } from '../lib/truncate.ts';
import { withoutStacks } from '../lib/without-stacks.ts';
import { sizeError } from '../rest/list-limits.ts';
import { operationLimits } from './operation-limits.ts';

/** Maximum size of the part of an invalid value that an error shows. */
const shown = { characters: 200, members: 10, depth: 2 };

type Coercion = { coerced: Record<string, unknown> } | { errors: readonly GraphQLError[] };

/**
 * Coerces the variables of an operation, with their defaults. Unlike `getVariableValues` of
 * GraphQL, it refuses inputs that are too large before it reads them, and shows only the beginning
 * of invalid values: an error for each of 200,000 members, with all of them in its message, took
 * seconds.
 */
export function coerceVariables(
  schema: GraphQLSchema,
  definitions: readonly VariableDefinitionNode[],
  given: Record<string, unknown>,
): Coercion {
  const coerced: Record<string, unknown> = {};
  const errors: GraphQLError[] = [];
  for (const definition of definitions) {
    const name = definition.variable.name.value;
    // The validation has seen that it is the type of an input.
    const type = typeFromAST(schema, definition.type) as GraphQLInputType;
    if (!Object.hasOwn(given, name)) {
      if (definition.defaultValue) coerced[name] = valueFromAST(definition.defaultValue, type);
      else if (isNonNullType(type)) errors.push(missingVariable(definition, type));
      continue;
    }
    const tooLarge = sizeError(type, given[name], [name]);
    if (tooLarge) return { errors: [tooLarge] };
    try {
      coerced[name] = withoutStacks(() => coerce(definition, type, given[name], errors));
    } catch (error) {
      if (error !== TOO_MANY) throw error;
      break;
    }
  }
  return errors.length > 0 ? { errors } : { coerced };
}

/** Ends a coercion that has enough errors. */
const TOO_MANY = new Error('too many errors');

function coerce(
  definition: VariableDefinitionNode,
  type: GraphQLInputType,
  value: unknown,
  errors: GraphQLError[],
): unknown {
  return coerceInputValue(value, type, (path, invalid, error) => {
    errors.push(invalidValue(definition, path, invalid, error));
    if (errors.length >= operationLimits.errors) throw TOO_MANY;
  });
}

function missingVariable(definition: VariableDefinitionNode, type: GraphQLInputType): GraphQLError {
  const name = definition.variable.name.value;
  const message = `Variable "$${name}" of required type "${String(type)}" was not provided.`;
  return new GraphQLError(message, { nodes: definition });
}

function invalidValue(
  definition: VariableDefinitionNode,
  path: readonly (string | number)[],
  value: unknown,
  error: GraphQLError,
): GraphQLError {
  const name = definition.variable.name.value;
  const place = path.map((key) => (typeof key === 'number' ? `[${key}]` : `.${key}`)).join('');
  const at = place && ` at "${name}${place}"`;
  const shownValue = inspect(beginningOf(value, shown.depth));
  const message = `Variable "$${name}" got invalid value ${shownValue}${at}; ${error.message}`;
  return new GraphQLError(message, { nodes: definition, originalError: error });
}

/** Returns as much of a value as an error shows. */
function beginningOf(value: unknown, depth: number): unknown {
  if (typeof value === 'string') {
    return value.length > shown.characters ? `${truncate(value, shown.characters)}…` : value;
  }
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    return value.slice(0, shown.members + 1).map((item) => beginningOf(item, depth - 1));
  }
  if (depth < 0) return {};
  const members: [string, unknown][] = [];
  for (const name in value) {
    if (members.length === shown.members) {
      members.push(['…', '…']);
      break;
    }
    const member = (value as Record<string, unknown>)[name];
    members.push([truncate(name, shown.characters), beginningOf(member, depth - 1)]);
  }
  return Object.fromEntries(members);
}
