import {
  isEnumType,
  type GraphQLEnumType,
  type GraphQLScalarType,
  type GraphQLLeafType,
} from 'graphql';
import type { JsonSchema } from '../options.ts';
import type { Components } from './components.ts';

const schemaOfScalar: Record<string, JsonSchema> = {
  String: { type: 'string' },
  ID: { type: 'string' },
  Int: { type: 'integer' },
  Float: { type: 'number' },
  Boolean: { type: 'boolean' },
};

/**
 * The schema of a scalar or enum. A scalar of our own says it in its extension `jsonSchema`;
 * without one it is any JSON.
 */
export function leafSchema(components: Components, type: GraphQLLeafType): JsonSchema {
  if (isEnumType(type)) return components.refer(type.name, () => enumSchema(type));
  return schemaOfScalar[type.name] ?? ownSchema(type);
}

function ownSchema(type: GraphQLScalarType): JsonSchema {
  const { jsonSchema } = type.extensions as { jsonSchema?: JsonSchema };
  return jsonSchema ?? {};
}

/** An enum in the interface's spelling, with what each value means. */
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
