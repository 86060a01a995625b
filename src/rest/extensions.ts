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
  RestDiscriminator,
  RestShorthand,
} from './options.ts';

/** Returns the `rest` option of a field. */
export function restField(field: GraphQLField<unknown, unknown>): RestFieldOption | undefined {
  return (field.extensions as RestExtensions).restField;
}

/** Returns the `rest` option of a type. */
export function restBody(type: GraphQLNamedType): RestBody | undefined {
  return (type.extensions as RestExtensions).restBody;
}

/** Returns the `rest` option of an input field. */
export function restInput(field: GraphQLInputField): RestInput | undefined {
  return (field.extensions as RestExtensions).restInput;
}

/** Returns the discriminator of a one-of input. */
export function restDiscriminator(type: GraphQLInputObjectType): RestDiscriminator | undefined {
  const { restForm } = type.extensions as RestExtensions;
  return restForm && 'tag' in restForm ? restForm : undefined;
}

/** Returns the shorthand of an input. */
export function restShorthand(type: GraphQLInputObjectType): RestShorthand | undefined {
  const { restForm } = type.extensions as RestExtensions;
  return restForm && 'word' in restForm ? restForm : undefined;
}

/** Returns the name of a one-of member on `/v1`. */
export function taggedName(field: GraphQLInputField): string {
  return snakeCase(field.name);
}

/** Returns the limits of an argument or input field, from its zod schema. */
export function limitsOf(input: GraphQLArgument | GraphQLInputField): JsonSchema | undefined {
  return (input.extensions as RestExtensions).limits;
}

/** Checks whether a type is a Relay connection whose nodes `/v1` lists. */
export function isConnection(type: GraphQLNamedType): type is GraphQLObjectType {
  return isRelayConnection(type) && restBody(type) === undefined;
}

/** Checks whether a type is a Relay connection with a body of its own on `/v1`. */
export function isShownConnection(type: GraphQLNamedType): type is GraphQLObjectType {
  return isRelayConnection(type) && restBody(type) !== undefined;
}

function isRelayConnection(type: GraphQLNamedType): type is GraphQLObjectType {
  return type.name.endsWith('Connection') && 'getFields' in type && 'nodes' in type.getFields();
}
