import { Ajv } from 'ajv';

/** Most bytes of an adaptive schema, as compact JSON. */
const ADAPTIVE_SCHEMA_SIZE_MAX = 64 * 1024;
/** Most levels of its JSON, whatever is in it. */
const LEVELS_MAX = 32;
/** Most entries of one of its objects and arrays. */
const ENTRIES_MAX = 300;

/** A schema is no adaptive schema. The message follows the name of what holds it. */
export class AdaptiveSchemaError extends Error {
  override name = 'AdaptiveSchemaError';

  /** @param pointer where the problem lies, as a JSON pointer */
  constructor(pointer: string, problem: string) {
    super(pointer === '' ? problem : `is wrong at ${pointer}, which ${problem}`);
  }
}

/** Refuses what is too large to look at further. Level by level, so that no depth can hurt. */
export function requireBounds(schema: unknown): void {
  let level = [schema];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > LEVELS_MAX) {
      throw new AdaptiveSchemaError('', `must have at most ${LEVELS_MAX} levels`);
    }
    level = level.flatMap((value) => {
      if (typeof value !== 'object' || value === null) return [];
      const entries: unknown[] = Object.values(value);
      if (entries.length > ENTRIES_MAX) {
        const limit = `must have at most ${ENTRIES_MAX} entries in an object or array`;
        throw new AdaptiveSchemaError('', limit);
      }
      return entries;
    });
  }
  if (Buffer.byteLength(JSON.stringify(schema)) > ADAPTIVE_SCHEMA_SIZE_MAX) {
    throw new AdaptiveSchemaError('', `must have at most ${ADAPTIVE_SCHEMA_SIZE_MAX} bytes`);
  }
}

/** Knows the schema of schemas, and compiles no other. */
const ajv = new Ajv({ validateFormats: false });

/** Refuses what is no JSON Schema of draft-07. The schema itself is data: it is never compiled. */
export function requireDraft07(schema: unknown): void {
  const validate = ajv.getSchema('http://json-schema.org/draft-07/schema');
  if (!validate) throw new Error('Ajv has lost its schema of draft-07.');
  if (validate(schema)) return;
  const [error] = validate.errors ?? [];
  throw new AdaptiveSchemaError(error?.instancePath ?? '', error?.message ?? 'is no JSON Schema');
}
