import type { JsonSchema } from '../../src/rest/options.ts';
import { resolve } from '../support/json-schemas.ts';

/** What a schema demands of a plain value, in one form however it is written. */
export interface Constraints {
  /** Types of JSON; `number` for whole numbers too. */
  types: string[];
  values?: unknown;
  [limit: string]: unknown;
}

const limits = ['minLength', 'maxLength', 'pattern', 'minimum', 'maximum', 'default'];

/** The constraints of a schema, its named parts followed. */
export function constraintsOf(schema: JsonSchema): Constraints {
  const resolved = resolve(schema);
  const branches = (resolved['anyOf'] ?? resolved['oneOf']) as JsonSchema[] | undefined;
  if (branches) {
    const { anyOf: _, oneOf: __, ...own } = resolved;
    const parts = branches.map((branch) => constraintsOf(branch));
    const types = parts.flatMap((part) => part.types);
    return Object.assign({}, ...parts, constraintsOf(own), { types: sorted(types) });
  }
  const values = resolved['enum'] as unknown[] | undefined;
  const ofValues = (values ?? []).map((value) => (value === null ? 'null' : typeof value));
  const types = [resolved['type'] ?? []].flat() as string[];
  return {
    types: sorted([...types.map((type) => (type === 'integer' ? 'number' : type)), ...ofValues]),
    ...(values && { values: sorted(values.filter((value) => value !== null)) }),
    ...Object.fromEntries(limits.flatMap((limit) => statedLimit(resolved, limit))),
  };
}

/** A limit that a schema states; a length of at least 0 says nothing. */
function statedLimit(schema: JsonSchema, limit: string): [string, unknown][] {
  const value = schema[limit];
  return value === undefined || (limit === 'minLength' && value === 0) ? [] : [[limit, value]];
}

function sorted(values: readonly unknown[]): string[] {
  return [...new Set(values.map(String))].toSorted();
}
