import {
  isEnumType,
  type GraphQLEnumType,
  type GraphQLScalarType,
  type GraphQLLeafType,
} from 'graphql';
import type { JsonSchema, ScalarExtensions } from '../options.ts';
import type { Components } from './components.ts';

/** Largest integer of GraphQL, which has 32 bits. */
export const INT_MAX = 2 ** 31 - 1;

const schemaOfScalar: Record<string, JsonSchema> = {
  String: { type: 'string' },
  ID: { type: 'string' },
  Int: { type: 'integer', format: 'int32', minimum: -(2 ** 31), maximum: INT_MAX },
  Float: { type: 'number' },
  Boolean: { type: 'boolean' },
};

/**
 * Returns the schema of a scalar or enum. A custom scalar states it in its extensions; an object or
 * list is a component named after the scalar.
 */
export function leafSchema(components: Components, type: GraphQLLeafType): JsonSchema {
  if (isEnumType(type)) return components.refer(type.name, () => enumSchema(type));
  return schemaOfScalar[type.name] ?? ownSchema(components, type);
}

function ownSchema(components: Components, type: GraphQLScalarType): JsonSchema {
  const { jsonSchema, definitions = {} } = type.extensions as ScalarExtensions;
  if (!jsonSchema) throw new Error(`The scalar ${type.name} states no JSON Schema.`);
  if (typeof jsonSchema['type'] === 'string' && jsonSchema['type'] in plainTypes) return jsonSchema;
  return components.refer(type.name, () => {
    components.describeReferences(jsonSchema, definitions);
    return { ...(type.description && { description: type.description }), ...jsonSchema };
  });
}

/** JSON types whose schema is short enough to be repeated. */
const plainTypes = { string: true, number: true, integer: true, boolean: true };

/** Returns the schema of an enum in the interface's spelling, with the meaning of each value. */
function enumSchema(type: GraphQLEnumType): JsonSchema {
  const values = type.getValues();
  const meanings = values
    .filter(({ description }) => description)
    .map(({ value, description }) => `- \`${String(value)}\`: ${description}`);
  return {
    type: 'string',
    description: [type.description, meanings.join('\n')].filter(Boolean).join('\n\n'),
    enum: values.map(({ value }) => value as unknown),
  };
}
