import { canonicalJson } from '../../../lib/canonical-json.ts';
import { sha256 } from '../../../lib/hash.ts';

/** Anything that a trie maps an id to. */
export interface Entry {
  id: string;
  /** Hashes of the blobs that hold its text or its bytes. */
  source?: string;
  blob?: string;
  /** Of a page: the one above it. */
  parent?: string | null;
}

/** Stands for the parent of pages at the top where there must be a text. */
export const AT_THE_TOP = '';

/** The blobs that entries name, each once. */
export function blobsOf(entries: readonly Entry[]): string[] {
  const hashes = entries.flatMap(({ source, blob }) => [source ?? [], blob ?? []].flat());
  return [...new Set(hashes)];
}

/** The parents of pages, each once; nothing for entries without a place. */
export function parentsOf(entries: readonly Entry[]): string[] {
  const parents = entries.flatMap(({ parent }) => (parent === undefined ? [] : [parent]));
  return [...new Set(parents.map((parent) => parent ?? AT_THE_TOP))];
}

/**
 * A node of a content-addressed trie. Digit by digit of the hashed id, inner chunks lead to leaves;
 * a leaf holds its entries by id. The shape depends on the entries alone, so equal content has
 * equal hashes.
 */
export type Chunk<Item extends Entry> =
  | { kind: 'leaf'; hash: string; size: number; entries: readonly Item[] }
  | { kind: 'inner'; hash: string; size: number; children: readonly string[] };

/** Children of an inner chunk: one for each hexadecimal digit. */
export const FAN_OUT = 16;
/**
 * Most entries of a leaf: few enough that one edit writes little, many enough that reads are few.
 */
export const LEAF_SIZE_MAX = 32;
/** Where an inner chunk has no child. */
export const NO_CHILD = '';

/** A leaf with entries in any order. */
export function leafOf<Item extends Entry>(entries: readonly Item[]): Chunk<Item> {
  const sorted = entries.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  const hash = sha256(`leaf ${canonicalJson(sorted)}`);
  return { kind: 'leaf', hash, size: sorted.length, entries: sorted };
}

/** An inner chunk with the hashes of its children. */
export function innerOf<Item extends Entry>(
  children: readonly string[],
  size: number,
): Chunk<Item> {
  return { kind: 'inner', hash: sha256(`inner ${children.join()}`), size, children };
}

/** Which child leads to an id, from a depth on. */
export function digitOf(id: string, depth: number): number {
  const digits = sha256(id);
  return Number.parseInt(digits[depth] ?? '0', FAN_OUT);
}
