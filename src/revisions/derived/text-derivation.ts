import type { DocumentTree } from '../../document/document-tree.ts';

/** A JSON value. */
export type DerivedValue =
  | string
  | number
  | boolean
  | null
  | DerivedValue[]
  | { [member: string]: DerivedValue };

/**
 * A value derived from a text alone, such as its links. It is stored when a revision first contains
 * the text, once for all pages, spaces and revisions that share it. It is deleted when the bytes of
 * the text are collected.
 */
export interface TextDerivation<Value extends DerivedValue> {
  /** Name under which it is stored, in all versions of docgraph. */
  readonly name: string;
  /**
   * Must be increased when equal texts yield other values; stored values are then computed again.
   */
  readonly version: number;
  /** `import.meta.url` of the declaring module, which workers load. */
  readonly module: string;
  /**
   * Computes the value from the tree and its markdown. It must neither keep nor change the tree.
   */
  readonly derive: (document: DocumentTree, markdown: string) => Value;
}

/** All text derivations, by name. */
export const textDerivations = new Map<string, TextDerivation<DerivedValue>>();

/** Declares a value that is derived from all texts. @throws if the name is taken */
export function declareTextDerivation<Value extends DerivedValue>(
  derivation: TextDerivation<Value>,
): TextDerivation<Value> {
  const { name } = derivation;
  if (textDerivations.has(name)) throw new Error(`Two text derivations are named ${name}.`);
  textDerivations.set(name, derivation);
  return derivation;
}
