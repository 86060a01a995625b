import type { PrismaTransaction } from '../../../database/database.ts';
import type { Prisma, Revision } from '../../../database/generated/prisma/client.ts';
import { canonicalJson } from '../../../lib/canonical-json.ts';
import { newId } from '../../../lib/id.ts';
import { emptyRoot, updateContent } from './content-store.ts';
import type { FileEntry, PageEntry, Redirects, Variables } from './entry.ts';
import type { Changes } from './trie.ts';

/** Who writes a revision, and when. */
export interface Authorship {
  authorId: string | null;
  now: Date;
}

export interface ContentChanges {
  pages?: Changes<PageEntry>;
  files?: Changes<FileEntry>;
  variables?: Variables;
  /** All redirects, in place of those of the base. */
  redirects?: Redirects;
  git?: Prisma.InputJsonObject;
}

/** What a revision is that is more than edits of its base. */
export interface Origin {
  type: 'merge' | 'rollback' | 'update';
  parentIds: string[];
  /** The change request that a merge brought in. */
  mergedFromId?: string;
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

/** What a revision holds. */
export interface RevisionContent {
  pagesHash: string;
  filesHash: string;
  pageCount: number;
  fileCount: number;
  variables: Variables;
  redirects: Redirects;
}

/** Stores the content that changes make of a revision; no revision has it yet. */
export async function applyToRevision(
  transaction: PrismaTransaction,
  base: Revision,
  changes: ContentChanges,
): Promise<RevisionContent> {
  const pages = await updateContent(transaction, base.pagesHash, changes.pages ?? new Map());
  const files = await updateContent(transaction, base.filesHash, changes.files ?? new Map());
  return {
    pagesHash: pages.hash,
    filesHash: files.hash,
    pageCount: pages.size,
    fileCount: files.size,
    variables: changes.variables ?? (base.variables as Variables),
    redirects: changes.redirects ?? (base.redirects as Redirects),
  };
}

/**
 * Writes the revision that changes make of a base; rows and bytes are proportional to what changed.
 * Moving the head of a branch to it is the caller's part, in the same transaction. Edits that
 * change nothing answer the base.
 *
 * @param origin of a revision that is more than edits
 */
export async function writeRevision(
  transaction: PrismaTransaction,
  base: Revision,
  changes: ContentChanges,
  { authorId, now }: Authorship,
  origin?: Origin,
): Promise<Revision> {
  const content = await applyToRevision(transaction, base, changes);
  const same =
    changes.git === undefined &&
    Object.entries(content).every(([name, value]) => isSame(value, base[name as keyof Revision]));
  if (same && !origin) return base;
  return transaction.revision.create({
    data: {
      id: newId('Revision'),
      spaceId: base.spaceId,
      type: 'edits',
      parentIds: [base.id],
      ...origin,
      ...content,
      ...(changes.git && { git: changes.git }),
      createdById: authorId,
      createdAt: now,
    },
  });
}

function isSame(value: unknown, other: unknown): boolean {
  return canonicalJson(value) === canonicalJson(other);
}
