import { Ajv } from 'ajv';

/** Maximum size of an adaptive schema as compact JSON, in bytes. */
const ADAPTIVE_SCHEMA_SIZE_MAX = 64 * 1024;
/** Maximum nesting depth of its JSON. */
const LEVELS_MAX = 32;
/** Maximum number of entries in one of its objects or arrays. */
const ENTRIES_MAX = 300;

/** Invalid adaptive schema. The message follows the name of the value that contains it. */
export class AdaptiveSchemaError extends Error {
  override name = 'AdaptiveSchemaError';

  /** @param pointer JSON pointer to the problem */
  constructor(pointer: string, problem: string) {
    super(pointer === '' ? problem : `is wrong at ${pointer}, which ${problem}`);
  }
}

/**
 * Rejects a schema that is too large. Works level by level, so that no depth can overflow the
 * stack.
 */
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

/** Validator of the meta-schema; it compiles no other schema. */
const ajv = new Ajv({ validateFormats: false });

/** Rejects anything but a JSON Schema of draft-07. The schema is data, and is never compiled. */
export function requireDraft07(schema: unknown): void {
  const validate = ajv.getSchema('http://json-schema.org/draft-07/schema');
  if (!validate) throw new Error('Ajv has lost its schema of draft-07.');
  if (validate(schema)) return;
  const [error] = validate.errors ?? [];
  throw new AdaptiveSchemaError(
    error?.instancePath ?? '',
    error?.message ?? 'is not a valid JSON Schema',
  );
}
