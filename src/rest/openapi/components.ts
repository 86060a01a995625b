import { isDeepStrictEqual } from 'node:util';
import type { JsonSchema } from '../options.ts';

/** The named schemas of a document: each is described once and referred to elsewhere. */
export class Components {
  readonly #schemas = new Map<string, JsonSchema>();
  readonly #pending = new Set<string>();

  /** Refers to a schema by its name, which `build` describes at the first reference. */
  refer(name: string, build: () => JsonSchema): JsonSchema {
    if (!this.#schemas.has(name) && !this.#pending.has(name)) {
      // A schema that embeds itself finds its name taken.
      this.#pending.add(name);
      const schema = build();
      this.#pending.delete(name);
      this.#schemas.set(name, schema);
    }
    return referenceTo(name);
  }

  /** Refers to a schema by the first of the names that is free or means the same schema. */
  share(names: readonly string[], schema: JsonSchema): JsonSchema {
    for (const name of names) {
      const known = this.#schemas.get(name);
      if (known && !isDeepStrictEqual(known, schema)) continue;
      this.#schemas.set(name, schema);
      return referenceTo(name);
    }
    return schema;
  }

  /** All schemas by name, sorted, so that the document does not depend on the order of use. */
  toJSON(): Record<string, JsonSchema> {
    const entries = [...this.#schemas];
    return Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)));
  }
}

function referenceTo(name: string): JsonSchema {
  return { $ref: `#/components/schemas/${name}` };
}
