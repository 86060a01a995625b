import { isDeepStrictEqual } from 'node:util';
import type { JsonSchema } from '../options.ts';

/** The named schemas of a document, each described once and referenced elsewhere. */
export class Components {
  readonly #schemas = new Map<string, JsonSchema>();
  readonly #pending = new Set<string>();
  readonly #describeBody: (typeName: string) => void;

  /** @param describeBody adds the body of a GraphQL type as the component of its name */
  constructor(describeBody: (typeName: string) => void) {
    this.#describeBody = describeBody;
  }

  /**
   * Adds all components that a schema refers to, directly or indirectly.
   *
   * @param definitions schemas of components; other names are bodies of types
   */
  describeReferences(schema: JsonSchema, definitions: Readonly<Record<string, JsonSchema>>): void {
    for (const name of referencedNames(schema)) {
      const definition = definitions[name];
      if (!definition) this.#describeBody(name);
      else if (!this.#schemas.has(name)) {
        this.#schemas.set(name, definition);
        this.describeReferences(definition, definitions);
      }
    }
  }

  /** Returns a reference to a named schema, which `build` creates at the first reference. */
  refer(name: string, build: () => JsonSchema): JsonSchema {
    if (!this.#schemas.has(name) && !this.#pending.has(name)) {
      // A schema that embeds itself must find its name taken.
      this.#pending.add(name);
      const schema = build();
      this.#pending.delete(name);
      this.#schemas.set(name, schema);
    }
    return referenceTo(name);
  }

  /**
   * Returns a reference under the first name that is free or has an equal schema; if there is none,
   * the schema itself.
   */
  share(names: readonly string[], schema: JsonSchema): JsonSchema {
    for (const name of names) {
      const known = this.#schemas.get(name);
      if (known && !isDeepStrictEqual(known, schema)) continue;
      this.#schemas.set(name, schema);
      return referenceTo(name);
    }
    return schema;
  }

  /**
   * Returns all schemas sorted by name, so that the document does not depend on their order of use.
   */
  toJSON(): Record<string, JsonSchema> {
    const entries = [...this.#schemas];
    return Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)));
  }
}

/** Returns the names of the components that a schema refers to. */
function referencedNames(schema: unknown): string[] {
  const references = JSON.stringify(schema).matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g);
  return [...references].map(([, name = '']) => name);
}

function referenceTo(name: string): JsonSchema {
  return { $ref: `#/components/schemas/${name}` };
}
