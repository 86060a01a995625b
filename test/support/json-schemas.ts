import type { JsonSchema } from '../../src/rest/options.ts';
import { openApi } from './open-api.ts';

/** Returns the schema of a reference; any other schema unchanged. */
export function resolve(schema: JsonSchema): JsonSchema {
  const { $ref, ...siblings } = schema;
  if (typeof $ref !== 'string') return schema;
  const name = $ref.split('/').at(-1) ?? '';
  return { ...openApi.components.schemas[name], ...siblings };
}

/** Returns the schemas of all possible shapes of a value. */
export function shapesOf(given: JsonSchema): JsonSchema[] {
  const schema = resolve(given);
  const branches = (schema['anyOf'] ?? schema['oneOf']) as JsonSchema[] | undefined;
  return branches ? branches.flatMap((branch) => shapesOf(branch)) : [schema];
}
