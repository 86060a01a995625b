import type {
  GraphQLArgument,
  GraphQLField,
  GraphQLInputField,
  GraphQLNamedType,
  GraphQLObjectType,
} from 'graphql';
import type {
  JsonSchema,
  RestBody,
  RestExtensions,
  RestFieldOption,
  RestInput,
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

/** The limits of an argument or input field, as its zod schema states them. */
export function limitsOf(input: GraphQLArgument | GraphQLInputField): JsonSchema | undefined {
  return (input.extensions as RestExtensions).limits;
}

/** Whether a type is a Relay connection: its nodes are what `/v1` lists. */
export function isConnection(type: GraphQLNamedType): type is GraphQLObjectType {
  return type.name.endsWith('Connection') && 'getFields' in type && 'nodes' in type.getFields();
}
