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
import {
  limitsOf,
  restInput,
  restDiscriminator,
  restShorthand,
  taggedName,
} from '../extensions.ts';
import type { JsonSchema, RestDiscriminator } from '../options.ts';
import type { Components } from './components.ts';
import { leafSchema } from './leaf-schema.ts';
import { nullable, splitNull } from './nullable.ts';

/**
 * Returns the schema of a value that a caller sends, with the limits of its zod schema. The zod
 * schema, if any, also decides whether null is allowed.
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

/** Returns the schema of a parameter, which is never null. */
export function parameterSchema(
  components: Components,
  type: GraphQLInputType,
  limits?: JsonSchema,
): JsonSchema {
  const bare = isNonNullType(type) ? type.ofType : type;
  const schema = notNullSchema(components, bare, splitNull(usable(limits)).schema);
  // In the query string, an object is JSON.
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
    const tag = restDiscriminator(type);
    if (tag) return components.share([type.name], taggedSchema(components, type, tag, properties));
    const object = objectSchema(components, type, () => true, properties);
    const short = type.getFields()[restShorthand(type)?.word ?? ''];
    if (!short) return components.share([type.name], object);
    const { description, ...schema } = object;
    const word = parameterSchema(components, short.type);
    return components.share([type.name], { description, anyOf: [word, schema] });
  }
  if (isEnumType(type)) return enumSchema(components, type, limits);
  // The limits of an object of any kind say which kind it is.
  if (type.name === 'JSONObject' && hasProperties(limits)) return limits;
  return limitedLeaf(leafSchema(components, type), limits);
}

/** Adds limits to a scalar's schema. A referenced component already contains all of its limits. */
function limitedLeaf(leaf: JsonSchema, limits: JsonSchema): JsonSchema {
  return '$ref' in leaf ? leaf : { ...leaf, ...limits };
}

function hasProperties(schema: JsonSchema): boolean {
  const branches = (schema['anyOf'] ?? schema['oneOf'] ?? []) as JsonSchema[];
  return 'properties' in schema || branches.some(hasProperties);
}

/** Returns the schema of a one-of input: each member has its name among its fields. */
function taggedSchema(
  components: Components,
  type: GraphQLInputObjectType,
  { tag }: RestDiscriminator,
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

/** Returns a reference to the enum, or its allowed values if the limits restrict them. */
function enumSchema(components: Components, type: GraphQLEnumType, limits: JsonSchema): JsonSchema {
  const allowed = limits['enum'];
  return Array.isArray(allowed) && allowed.length < type.getValues().length
    ? { type: 'string', enum: allowed }
    : leafSchema(components, type);
}

/** Returns the object schema of the input fields that `/v1` accepts. */
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

/** Returns the limits of a zod schema without number-format bounds and local references. */
function usable(limits: JsonSchema = {}): JsonSchema {
  if (/"\$ref":"#(?!\/components\/)/.test(JSON.stringify(limits))) return {};
  const entries = Object.entries(limits).filter(
    ([, value]) => typeof value !== 'number' || Math.abs(value) < Number.MAX_SAFE_INTEGER,
  );
  return Object.fromEntries(entries);
}
