import type { PrismaTransaction } from '../../../database/database.ts';
import type { Revision } from '../../../database/generated/prisma/client.ts';
import type { FileEntry, PageEntry, ReusableContentEntry } from '../store/entry.ts';
import type { Differences } from '../store/trie-differences.ts';

/** How the primary content of a space went on. */
export interface IndexStep {
  spaceId: string;
  /** The revision that the index is of; null when it holds nothing of the space. */
  before: Revision | null;
  /** The new head. */
  after: Revision;
  /** The entries that differ between the two, by id; without `before`, all entries of `after`. */
  pages: Differences<PageEntry>;
  files: Differences<FileEntry>;
  reusableContents: Differences<ReusableContentEntry>;
}

/**
 * Rows that are derived of the primary content of spaces and kept with it: whatever writes a new
 * head (edits, merges, rollbacks, imports, copies) brings every index up to it in the same
 * transaction, so that reads find what was written. A write hands on what differs, and nothing else
 * is read.
 *
 * What depends on a single text is better a text derivation: `update` then finds it stored by
 * `derivedOf`, also for texts that come in from a change request.
 */
export interface ContentIndex {
  /** How its state is stored, across versions of docgraph. */
  readonly name: string;
  /**
   * To be raised when equal content leads to other rows: all spaces are then indexed anew, by the
   * job that also indexes content of before there was the index.
   */
  readonly version: number;
  /**
   * Brings the rows of a space from one revision to another. The transaction holds the space. Rows
   * must not refer to the row of the space: a first revision is written before it.
   */
  readonly update: (transaction: PrismaTransaction, step: IndexStep) => Promise<void>;
  /** Deletes some rows of a space. Answers how many; 0 when there are no more. */
  readonly remove: (
    transaction: PrismaTransaction,
    spaceId: string,
    limit: number,
  ) => Promise<number>;
}

/** All indexes by their names. */
export const contentIndexes = new Map<string, ContentIndex>();

/** Declares what is kept with primary content. @throws when the name is taken */
export function declareContentIndex(index: ContentIndex): ContentIndex {
  const { name } = index;
  if (contentIndexes.has(name)) throw new Error(`Two content indexes are named ${name}.`);
  contentIndexes.set(name, index);
  return index;
}
