import {
  getNamedType,
  isInputObjectType,
  type GraphQLInputField,
  type GraphQLInputObjectType,
  type GraphQLSchema,
} from 'graphql';
import { limitsOf } from './extensions.ts';
import { describeLimits } from './limit-schemas.ts';
import type { JsonSchema } from './options.ts';

/**
 * Adds limits to the field descriptions of nested inputs. They are stated only in the zod schema of
 * the outer input.
 */
export function describeNestedLimits(schema: GraphQLSchema): void {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isInputObjectType(type)) continue;
    for (const field of Object.values(type.getFields())) passDown(field, limitsOf(field));
  }
}

function passDown(field: GraphQLInputField, limits: JsonSchema | undefined): void {
  const nested = getNamedType(field.type);
  if (!limits || !isInputObjectType(nested)) return;
  for (const properties of objectsIn(limits)) describeFields(nested, properties);
}

function describeFields(type: GraphQLInputObjectType, properties: Record<string, JsonSchema>) {
  for (const field of Object.values(type.getFields())) {
    const limits = properties[field.name];
    if (!limits || limitsOf(field)) continue;
    field.description = describeLimits(field.description, limits);
    passDown(field, limits);
  }
}

/** Returns the properties of all objects in a schema, including list items and alternatives. */
function objectsIn(schema: JsonSchema): Record<string, JsonSchema>[] {
  const { properties, items, anyOf, oneOf } = schema as Record<string, JsonSchema | undefined>;
  if (properties) return [properties as Record<string, JsonSchema>];
  const parts = items ? [items] : ((anyOf ?? oneOf ?? []) as unknown as JsonSchema[]);
  return parts.flatMap((part) => objectsIn(part));
}
