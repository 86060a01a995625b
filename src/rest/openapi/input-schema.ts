import {
  getNamedType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isRequiredInputField,
  type GraphQLEnumType,
  type GraphQLInputField,
  type GraphQLInputObjectType,
  type GraphQLInputType,
} from 'graphql';
import { limitsOf, restInput, restTag, restWord, taggedName } from '../extensions.ts';
import type { JsonSchema, RestTag } from '../options.ts';
import type { Components } from './components.ts';
import { leafSchema } from './leaf-schema.ts';
import { nullable, splitNull } from './nullable.ts';

/**
 * The schema of a value that a caller sends: what the GraphQL type says, with the limits of its zod
 * schema. Where there is one, that also decides whether null is allowed.
 */
function inputSchema(
  components: Components,
  type: GraphQLInputType,
  limits?: JsonSchema,
): JsonSchema {
  if (isNonNullType(type)) {
    return notNullSchema(components, type.ofType, splitNull(usable(limits)).schema);
  }
  const { schema, allowsNull } = splitNull(usable(limits));
  const isLimited = Object.keys(usable(limits)).length > 0;
  const value = notNullSchema(components, type, schema);
  return allowsNull || !isLimited ? nullable(value) : value;
}

/** The schema of a parameter, which cannot be null: it is there or not. */
export function parameterSchema(
  components: Components,
  type: GraphQLInputType,
  limits?: JsonSchema,
): JsonSchema {
  const bare = isNonNullType(type) ? type.ofType : type;
  const schema = notNullSchema(components, bare, splitNull(usable(limits)).schema);
  // The query string holds an object as JSON.
  return isInputObjectType(bare)
    ? { type: 'string', contentMediaType: 'application/json', contentSchema: schema }
    : schema;
}

function notNullSchema(
  components: Components,
  type: Exclude<GraphQLInputType, { readonly __nonNull: true }>,
  limits: JsonSchema,
): JsonSchema {
  if (isNonNullType(type)) return notNullSchema(components, type.ofType, limits);
  if (isListType(type)) {
    const items = inputSchema(components, type.ofType, limits['items'] as JsonSchema | undefined);
    return { ...limits, type: 'array', items };
  }
  if (isInputObjectType(type)) {
    const properties = limits['properties'] as Record<string, JsonSchema> | undefined;
    const tag = restTag(type);
    if (tag) return components.share([type.name], taggedSchema(components, type, tag, properties));
    const object = objectSchema(components, type, () => true, properties);
    const short = type.getFields()[restWord(type)?.word ?? ''];
    if (!short) return components.share([type.name], object);
    const { description, ...schema } = object;
    const word = parameterSchema(components, short.type);
    return components.share([type.name], { description, anyOf: [word, schema] });
  }
  if (isEnumType(type)) return enumSchema(components, type, limits);
  return limitedLeaf(leafSchema(components, type), limits);
}

/** A scalar with limits; one that is a component has all of them in its own schema. */
function limitedLeaf(leaf: JsonSchema, limits: JsonSchema): JsonSchema {
  return '$ref' in leaf ? leaf : { ...leaf, ...limits };
}

/** One of the members of an input, each with its name beside its fields. */
function taggedSchema(
  components: Components,
  type: GraphQLInputObjectType,
  { tag }: RestTag,
  limits: Record<string, JsonSchema> = {},
): JsonSchema {
  const members = Object.values(type.getFields()).map((field) => {
    const member = getNamedType(field.type) as GraphQLInputObjectType;
    const properties = limits[field.name]?.['properties'] as Record<string, JsonSchema> | undefined;
    const schema = objectSchema(components, member, () => true, properties);
    return {
      ...schema,
      ...(field.description && { description: field.description }),
      required: [tag, ...((schema['required'] as string[] | undefined) ?? [])],
      properties: { [tag]: { const: taggedName(field) }, ...(schema['properties'] as object) },
    };
  });
  return { ...(type.description && { description: type.description }), oneOf: members };
}

/** An enum by its name, unless the limits allow only some of its values. */
function enumSchema(components: Components, type: GraphQLEnumType, limits: JsonSchema): JsonSchema {
  const allowed = limits['enum'];
  return Array.isArray(allowed) && allowed.length < type.getValues().length
    ? { type: 'string', enum: allowed }
    : leafSchema(components, type);
}

/** The object of those fields of an input that `/v1` takes. */
export function objectSchema(
  components: Components,
  type: GraphQLInputObjectType,
  isTaken: (field: GraphQLInputField) => boolean,
  limits: Record<string, JsonSchema> = {},
): JsonSchema {
  const fields = Object.values(type.getFields()).filter((field) => isTaken(field));
  const required = fields.filter((field) => isRequiredInputField(field)).map(({ name }) => name);
  const properties = fields.map((field) => [
    field.name,
    fieldSchema(components, field, limits[field.name]),
  ]);
  return {
    type: 'object',
    ...(type.description && { description: type.description }),
    additionalProperties: false,
    ...(type.isOneOf && { minProperties: 1, maxProperties: 1 }),
    ...(required.length > 0 && { required }),
    properties: Object.fromEntries(properties) as Record<string, JsonSchema>,
  };
}

function fieldSchema(
  components: Components,
  field: GraphQLInputField,
  limits: JsonSchema | undefined,
): JsonSchema {
  const schema =
    restInput(field)?.schema ?? inputSchema(components, field.type, limitsOf(field) ?? limits);
  return {
    ...schema,
    ...(field.description && { description: field.description }),
    ...(field.defaultValue !== undefined && { default: field.defaultValue }),
    ...(field.deprecationReason && { deprecated: true }),
  };
}

/** What of a zod schema's limits holds anywhere: no bounds of the number format, no local names. */
function usable(limits: JsonSchema = {}): JsonSchema {
  if (JSON.stringify(limits).includes('"$ref"')) return {};
  const entries = Object.entries(limits).filter(
    ([, value]) => typeof value !== 'number' || Math.abs(value) < Number.MAX_SAFE_INTEGER,
  );
  return Object.fromEntries(entries);
}
