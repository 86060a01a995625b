import type { DocumentTree } from '../document/document-tree.ts';

/** What JSON can say. */
export type JsonValue =
  string | number | boolean | null | JsonValue[] | { [member: string]: JsonValue };

/**
 * Something that depends on a text alone, such as the links in it. It is stored when a revision
 * first has the text, once for all pages, spaces and revisions that share the text, and goes with
 * the bytes of the text when those are collected.
 */
export interface TextDerivation<Value extends JsonValue> {
  /** How it is stored, across versions of docgraph. */
  readonly name: string;
  /** To be raised when equal texts lead to other values: stored ones are then made anew. */
  readonly version: number;
  /** `import.meta.url` of the module that declares it: workers load it from there. */
  readonly module: string;
  /** Makes the value, of the tree and the markdown of it. It must not keep or change the tree. */
  readonly derive: (document: DocumentTree, markdown: string) => Value;
}

/** All that is derived of texts, by name. */
export const textDerivations = new Map<string, TextDerivation<JsonValue>>();

/** Declares what is derived of all texts. @throws when the name is taken */
export function declareTextDerivation<Value extends JsonValue>(
  derivation: TextDerivation<Value>,
): TextDerivation<Value> {
  const { name } = derivation;
  if (textDerivations.has(name)) throw new Error(`Two text derivations are named ${name}.`);
  textDerivations.set(name, derivation);
  return derivation;
}
