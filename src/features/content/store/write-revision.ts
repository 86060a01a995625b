import type { PrismaTransaction } from '../../../database/database.ts';
import type { Prisma, Revision } from '../../../database/generated/prisma/client.ts';
import { canonicalJson } from '../../../lib/canonical-json.ts';
import { newId } from '../../../lib/id.ts';
import { emptyRoot, updateContent } from './content-store.ts';
import type { FileEntry, PageEntry, Redirects } from './entry.ts';
import type { Changes } from './trie.ts';

/** Who writes a revision, and when. */
export interface Authorship {
  authorId: string | null;
  now: Date;
}

export interface ContentChanges {
  pages?: Changes<PageEntry>;
  files?: Changes<FileEntry>;
  variables?: Record<string, string>;
  /** All redirects, in place of those of the base. */
  redirects?: Redirects;
  git?: Prisma.InputJsonObject;
}

/** The first revision of a space: no pages, no files. */
export async function createFirstRevision(
  transaction: PrismaTransaction,
  spaceId: string,
  { authorId, now }: Authorship,
): Promise<Revision> {
  return transaction.revision.create({
    data: {
      id: newId('Revision'),
      spaceId,
      type: 'edits',
      parentIds: [],
      pagesHash: emptyRoot,
      filesHash: emptyRoot,
      pageCount: 0,
      fileCount: 0,
      createdById: authorId,
      createdAt: now,
    },
  });
}

/**
 * Writes the revision that changes make of a base; rows and bytes are proportional to what changed.
 * Moving the head of a branch to it is the caller's part, in the same transaction. Changes that
 * change nothing answer the base.
 */
export async function writeRevision(
  transaction: PrismaTransaction,
  base: Revision,
  changes: ContentChanges,
  { authorId, now }: Authorship,
): Promise<Revision> {
  const pages = await updateContent(transaction, base.pagesHash, changes.pages ?? new Map());
  const files = await updateContent(transaction, base.filesHash, changes.files ?? new Map());
  const redirects = changes.redirects ?? (base.redirects as Redirects);
  const same =
    pages.hash === base.pagesHash &&
    files.hash === base.filesHash &&
    changes.variables === undefined &&
    canonicalJson(redirects) === canonicalJson(base.redirects) &&
    changes.git === undefined;
  if (same) return base;
  return transaction.revision.create({
    data: {
      id: newId('Revision'),
      spaceId: base.spaceId,
      type: 'edits',
      parentIds: [base.id],
      pagesHash: pages.hash,
      filesHash: files.hash,
      pageCount: pages.size,
      fileCount: files.size,
      variables: changes.variables ?? (base.variables as Prisma.InputJsonObject),
      redirects,
      ...(changes.git && { git: changes.git }),
      createdById: authorId,
      createdAt: now,
    },
  });
}
