import type { PrismaTransaction } from '../../database/database.ts';
import type { Revision } from '../../database/generated/prisma/client.ts';
import type { FileEntry, PageEntry, ReusableContentEntry } from '../store/entry.ts';
import type { Differences } from '../store/trie-differences.ts';

/** A change of a space's primary content. */
export interface IndexStep {
  spaceId: string;
  /** The revision that the index is at; null if it has no rows of the space. */
  before: Revision | null;
  /** The new head. */
  after: Revision;
  /** Differing entries, by id; without `before`, all entries of `after`. */
  pages: Differences<PageEntry>;
  files: Differences<FileEntry>;
  reusableContents: Differences<ReusableContentEntry>;
}

/**
 * Rows derived from the primary content of spaces. Every write of a new head (edits, merges,
 * rollbacks, imports, copies) updates all indexes in the same transaction, so that reads find the
 * new content. A write passes the differences, so that nothing else is read.
 *
 * A value that depends on a single text should be a text derivation. `update` then reads it with
 * `derivedOf`, even for texts from a change request.
 */
export interface ContentIndex {
  /** Name under which its state is stored, in all versions of docgraph. */
  readonly name: string;
  /**
   * Must be increased when equal content yields other rows. A job then rebuilds the index of all
   * spaces, and also builds new indexes.
   */
  readonly version: number;
  /**
   * Updates the rows of a space from one revision to another. The transaction has locked the space.
   * Rows must not refer to the space's row, which is inserted after its first revision.
   */
  readonly update: (transaction: PrismaTransaction, step: IndexStep) => Promise<void>;
  /** Deletes some rows of a space. Returns the number; 0 when none are left. */
  readonly remove: (
    transaction: PrismaTransaction,
    spaceId: string,
    limit: number,
  ) => Promise<number>;
}

/** The indexes that this process updates, by name. */
export const contentIndexes = new Map<string, ContentIndex>();

/** Adds an index of primary content, unless it was added. @throws if another one has its name */
export function addContentIndex(index: ContentIndex): void {
  const { name } = index;
  const known = contentIndexes.get(name) ?? index;
  if (known !== index) throw new Error(`Two content indexes are named ${name}.`);
  contentIndexes.set(name, index);
}
