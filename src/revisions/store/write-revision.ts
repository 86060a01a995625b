import { sql, type PrismaTransaction } from '../../database/database.ts';
import { executeLast } from '../../database/direct-transaction.ts';
import type { Prisma, Revision } from '../../database/generated/prisma/client.ts';
import { insertSql } from '../../database/write-sql.ts';
import { canonicalJson } from '../../lib/canonical-json.ts';
import { newId } from '../../lib/id.ts';
import { updateDerived } from '../derived/update-derived.ts';
import type { Chunk, Entry } from './chunk.ts';
import { contentStoreOf, type ContentStore } from './content-reader.ts';
import { emptyRoot } from './content-store.ts';
import type { FileEntry, PageEntry, Redirects, ReusableContentEntry, Variables } from './entry.ts';
import type { Changes } from './trie.ts';
import { updateContent } from './update-content.ts';

/** The author and time of a revision. */
export interface Authorship {
  authorId: string | null;
  now: Date;
}

/** The head of a branch, to which the next revision is added. */
export interface BranchHead {
  /** Id of the space, for its primary content, or of the change request. */
  branchId: string;
  head: Revision;
}

export interface ContentChanges {
  pages?: Changes<PageEntry>;
  files?: Changes<FileEntry>;
  reusableContents?: Changes<ReusableContentEntry>;
  variables?: Variables;
  /** All redirects, replacing those of the base. */
  redirects?: Redirects;
  /** The commit of an import or export. It alone is not a change. */
  git?: Prisma.InputJsonObject;
}

/** The origin of a revision other than edits of its base. */
export interface Origin {
  type: 'merge' | 'rollback' | 'update' | 'computed';
  parentIds: string[];
  /** The merged change request. */
  mergedFromId?: string;
  /** The primary revision of a change request's update; if absent, the merge base is kept. */
  mergeBaseId?: string;
}

/** The content of a revision. */
export interface RevisionContent {
  pagesHash: string;
  filesHash: string;
  reusableContentsHash: string;
  pageCount: number;
  fileCount: number;
  reusableContentCount: number;
  variables: Variables;
  redirects: Redirects;
}

/** The content of a stored revision. */
export type StoredContent = Pick<Revision, keyof RevisionContent>;

/** The content of a new space. */
export const noContent: RevisionContent = {
  pagesHash: emptyRoot,
  filesHash: emptyRoot,
  reusableContentsHash: emptyRoot,
  pageCount: 0,
  fileCount: 0,
  reusableContentCount: 0,
  variables: {},
  redirects: {},
};

/** Writes the first revision of a space: empty, or with stored content. */
export async function createFirstRevision(
  transaction: PrismaTransaction,
  spaceId: string,
  { authorId, now }: Authorship,
  content: RevisionContent = noContent,
): Promise<Revision> {
  return insertRevision(transaction, null, {
    ...{ spaceId, branchId: spaceId, generation: 0, mergeBaseId: null },
    ...{ type: 'edits', parentIds: [], mergedFromId: null },
    ...content,
    ...{ createdById: authorId, createdAt: now },
  });
}

/** Stores the content that results from changes to a revision, without writing a revision. */
export async function applyToRevision(
  store: ContentStore,
  base: StoredContent,
  changes: ContentChanges,
): Promise<RevisionContent> {
  const none: Changes<Entry> = new Map();
  const [pages, files, reusableContents] = (await updateContent(store, [
    { rootHash: base.pagesHash, changes: changes.pages ?? none },
    { rootHash: base.filesHash, changes: changes.files ?? none },
    { rootHash: base.reusableContentsHash, changes: changes.reusableContents ?? none },
  ])) as [Chunk<Entry>, Chunk<Entry>, Chunk<Entry>];
  return {
    pagesHash: pages.hash,
    filesHash: files.hash,
    reusableContentsHash: reusableContents.hash,
    pageCount: pages.size,
    fileCount: files.size,
    reusableContentCount: reusableContents.size,
    variables: changes.variables ?? (base.variables as Variables),
    redirects: changes.redirects ?? (base.redirects as Redirects),
  };
}

/**
 * Writes a revision with changes to the head of a branch. Writes rows and bytes in proportion to
 * the changes. The caller must move the head in the same transaction. Returns the head if the edits
 * change nothing.
 *
 * @param origin of a revision other than edits
 */
export async function writeRevision(
  transaction: PrismaTransaction,
  tip: BranchHead,
  changes: ContentChanges,
  authorship: Authorship,
  origin?: Origin,
): Promise<Revision> {
  const { git } = changes;
  const content = await applyToRevision(contentStoreOf(transaction), tip.head, changes);
  if (!origin && hasContent(tip.head, content)) return tip.head;
  return insertOnBranch(transaction, tip, { ...content, ...(git && { git }) }, authorship, origin);
}

/** Writes a detached revision with changes to another revision; it belongs to no branch. */
export async function writeDetachedRevision(
  transaction: PrismaTransaction,
  base: Revision,
  changes: ContentChanges,
  { authorId, now }: Authorship,
): Promise<Revision> {
  const content = await applyToRevision(contentStoreOf(transaction), base, changes);
  return insertRevision(transaction, base, {
    ...{ spaceId: base.spaceId, branchId: null, generation: null, mergeBaseId: null },
    ...{ type: 'edits', parentIds: [base.id], mergedFromId: null },
    ...content,
    ...(changes.git && { git: changes.git }),
    ...{ createdById: authorId, createdAt: now },
  });
}

/**
 * Writes a revision with the content of another revision to a branch. It is a single row, since
 * content is shared. Returns the head if the content is equal.
 *
 * @param mergeBaseId new merge base of a change request, if it changes
 */
export async function restoreRevision(
  transaction: PrismaTransaction,
  tip: BranchHead,
  target: Revision,
  authorship: Authorship,
  mergeBaseId?: string,
): Promise<Revision> {
  const content = contentOf(target);
  if (hasContent(tip.head, content)) return tip.head;
  return insertOnBranch(transaction, tip, content, authorship, {
    type: 'rollback',
    parentIds: [tip.head.id, target.id],
    ...(mergeBaseId !== undefined && { mergeBaseId }),
  });
}

function contentOf(revision: Revision): RevisionContent {
  const { pagesHash, filesHash, reusableContentsHash, variables, redirects } = revision;
  const { pageCount, fileCount, reusableContentCount } = revision;
  return {
    ...{ pagesHash, filesHash, reusableContentsHash },
    ...{ pageCount, fileCount, reusableContentCount },
    variables: variables as Variables,
    redirects: redirects as Redirects,
  };
}

/** Returns whether a revision has exactly this content. */
function hasContent(revision: Revision, content: RevisionContent): boolean {
  return Object.entries(content).every(
    ([name, value]) => canonicalJson(value) === canonicalJson(revision[name as keyof Revision]),
  );
}

/**
 * Writes a revision at the end of a branch. The generation is unique, so concurrent inserts
 * conflict.
 */
function insertOnBranch(
  transaction: PrismaTransaction,
  { branchId, head }: BranchHead,
  content: RevisionContent & Pick<ContentChanges, 'git'>,
  { authorId, now }: Authorship,
  { type, parentIds, mergedFromId, mergeBaseId }: Partial<Origin> = {},
): Promise<Revision> {
  if (head.generation === null) throw new Error(`The revision ${head.id} is on no branch.`);
  const isPrimary = branchId === head.spaceId;
  return insertRevision(transaction, head, {
    spaceId: head.spaceId,
    branchId,
    generation: head.generation + 1,
    // A change request starts from a primary revision, which has no merge base itself.
    mergeBaseId: isPrimary ? null : (mergeBaseId ?? head.mergeBaseId ?? head.id),
    type: type ?? 'edits',
    parentIds: parentIds ?? [head.id],
    mergedFromId: mergedFromId ?? null,
    ...content,
    createdById: authorId,
    // A clock that is set back must not reorder the history.
    createdAt: new Date(Math.max(now.getTime(), head.createdAt.getTime())),
  });
}

/**
 * Inserts a revision, and updates derived data.
 *
 * @param before the revision that it was made from
 */
async function insertRevision(
  transaction: PrismaTransaction,
  before: Revision | null,
  { git, ...values }: Omit<Revision, 'id' | 'git'> & Pick<ContentChanges, 'git'>,
): Promise<Revision> {
  const revision = { id: newId('Revision'), git: (git ?? null) as Prisma.JsonValue, ...values };
  const { variables, redirects } = revision;
  const json = (value: unknown) => sql`${JSON.stringify(value)}::json`;
  const row = { variables: json(variables), redirects: json(redirects), git: git && json(git) };
  await executeLast(transaction, insertSql('revisions', { ...revision, ...row }));
  await updateDerived(transaction, before, revision);
  return revision;
}
