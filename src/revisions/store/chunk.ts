import { canonicalJson } from '../../lib/canonical-json.ts';
import { sha256 } from '../../lib/hash.ts';

/** An entry of a trie. */
export interface Entry {
  id: string;
  /** Hashes of the blobs with its text or its bytes. */
  source?: string;
  blob?: string;
  /** Id of a page's parent. */
  parent?: string | null;
}

/** Replaces the null parent of top-level pages where a text is required. */
export const AT_THE_TOP = '';

/** Returns the distinct blobs that entries refer to. */
export function blobsOf(entries: readonly Entry[]): string[] {
  const hashes = entries.flatMap(({ source, blob }) => [source ?? [], blob ?? []].flat());
  return [...new Set(hashes)];
}

/** Returns the distinct parents of pages; nothing for unordered entries. */
export function parentsOf(entries: readonly Entry[]): string[] {
  const parents = entries.flatMap(({ parent }) => (parent === undefined ? [] : [parent]));
  return [...new Set(parents.map((parent) => parent ?? AT_THE_TOP))];
}

/**
 * A node of a content-addressed trie. Inner chunks branch by the digits of the hashed id; leaves
 * contain entries sorted by id. The shape depends on the entries alone, so equal content has equal
 * hashes.
 */
export type Chunk<Item extends Entry> =
  | { kind: 'leaf'; hash: string; size: number; entries: readonly Item[] }
  | { kind: 'inner'; hash: string; size: number; children: readonly string[] };

/** Number of children of an inner chunk: one per hexadecimal digit. */
export const FAN_OUT = 16;
/**
 * Maximum number of entries in a leaf: small enough for cheap edits, large enough for few reads.
 */
export const LEAF_SIZE_MAX = 32;
/** A missing child of an inner chunk. */
export const NO_CHILD = '';

/** Creates a leaf from entries in any order. */
export function leafOf<Item extends Entry>(entries: readonly Item[]): Chunk<Item> {
  const sorted = entries.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  const hash = sha256(`leaf ${canonicalJson(sorted)}`);
  return { kind: 'leaf', hash, size: sorted.length, entries: sorted };
}

/** Creates an inner chunk from the hashes of its children. */
export function innerOf<Item extends Entry>(
  children: readonly string[],
  size: number,
): Chunk<Item> {
  return { kind: 'inner', hash: sha256(`inner ${children.join()}`), size, children };
}

/** Returns the index of the child for an id, at a depth. */
export function digitOf(id: string, depth: number): number {
  const digits = sha256(id);
  return Number.parseInt(digits[depth] ?? '0', FAN_OUT);
}
