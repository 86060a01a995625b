import type { JsonSchema } from '../../src/rest/options.ts';
import { openApi } from './open-api.ts';

/** The schema that a reference names; any other schema as it is. */
export function resolve(schema: JsonSchema): JsonSchema {
  const { $ref, ...siblings } = schema;
  if (typeof $ref !== 'string') return schema;
  const name = $ref.split('/').at(-1) ?? '';
  return { ...openApi.components.schemas[name], ...siblings };
}

/** The schemas of the shapes that a value can have. */
export function shapesOf(given: JsonSchema): JsonSchema[] {
  const schema = resolve(given);
  const branches = (schema['anyOf'] ?? schema['oneOf']) as JsonSchema[] | undefined;
  return branches ? branches.flatMap((branch) => shapesOf(branch)) : [schema];
}
