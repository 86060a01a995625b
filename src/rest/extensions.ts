import type {
  GraphQLArgument,
  GraphQLField,
  GraphQLInputField,
  GraphQLInputObjectType,
  GraphQLNamedType,
  GraphQLObjectType,
} from 'graphql';
import { snakeCase } from '../lib/snake-case.ts';
import type {
  JsonSchema,
  RestBody,
  RestExtensions,
  RestFieldOption,
  RestInput,
  RestTag,
  RestWord,
} from './options.ts';

/** The `rest` option of a field. */
export function restField(field: GraphQLField<unknown, unknown>): RestFieldOption | undefined {
  return (field.extensions as RestExtensions).restField;
}

/** The `rest` option of a type. */
export function restBody(type: GraphQLNamedType): RestBody | undefined {
  return (type.extensions as RestExtensions).restBody;
}

/** The `rest` option of an input field. */
export function restInput(field: GraphQLInputField): RestInput | undefined {
  return (field.extensions as RestExtensions).restInput;
}

/** The `rest` option of a one-of input. */
export function restTag(type: GraphQLInputObjectType): RestTag | undefined {
  const { restForm } = type.extensions as RestExtensions;
  return restForm && 'tag' in restForm ? restForm : undefined;
}

/** The `rest` option of an input that `/v1` may write in short. */
export function restWord(type: GraphQLInputObjectType): RestWord | undefined {
  const { restForm } = type.extensions as RestExtensions;
  return restForm && 'word' in restForm ? restForm : undefined;
}

/** The field of a one-of input that `/v1` calls by a name. */
export function taggedName(field: GraphQLInputField): string {
  return snakeCase(field.name);
}

/** The limits of an argument or input field, as its zod schema states them. */
export function limitsOf(input: GraphQLArgument | GraphQLInputField): JsonSchema | undefined {
  return (input.extensions as RestExtensions).limits;
}

/** Whether a type is a Relay connection of which `/v1` lists the nodes. */
export function isConnection(type: GraphQLNamedType): type is GraphQLObjectType {
  return isRelayConnection(type) && restBody(type) === undefined;
}

/** Whether a type is a Relay connection that `/v1` shows by a body of its own. */
export function isShownConnection(type: GraphQLNamedType): type is GraphQLObjectType {
  return isRelayConnection(type) && restBody(type) !== undefined;
}

function isRelayConnection(type: GraphQLNamedType): type is GraphQLObjectType {
  return type.name.endsWith('Connection') && 'getFields' in type && 'nodes' in type.getFields();
}
