import type { JsonSchema } from '../options.ts';

/** Returns a schema that also accepts null. */
export function nullable(schema: JsonSchema): JsonSchema {
  const { type, anyOf } = schema;
  if (Array.isArray(anyOf)) return { ...schema, anyOf: [...anyOf, { type: 'null' }] };
  if (typeof type !== 'string' || 'enum' in schema || 'const' in schema) {
    return Object.keys(schema).length === 0 ? schema : { anyOf: [schema, { type: 'null' }] };
  }
  return { ...schema, type: [type, 'null'] };
}

/** Splits zod's schema of a nullable value into the schema and whether null is allowed. */
export function splitNull(schema: JsonSchema): { schema: JsonSchema; allowsNull: boolean } {
  const { anyOf, ...rest } = schema;
  if (!Array.isArray(anyOf)) return { schema, allowsNull: false };
  const branches = (anyOf as JsonSchema[]).filter((branch) => branch['type'] !== 'null');
  const [only, ...more] = branches;
  return {
    schema: more.length === 0 ? { ...rest, ...only } : { ...rest, anyOf: branches },
    allowsNull: branches.length < anyOf.length,
  };
}
