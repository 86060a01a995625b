import { runTransaction } from '../../src/database/run-transaction.ts';
import type { PrismaTransaction } from '../../src/database/database.ts';
import type { Revision } from '../../src/database/generated/prisma/client.ts';
import { loadPageTrees, storeBlobs } from '../../src/revisions/store/content-store.ts';
import type {
  FileEntry,
  PageEntry,
  ReusableContentEntry,
} from '../../src/revisions/store/entry.ts';
import { writeRevision, type ContentChanges } from '../../src/revisions/store/write-revision.ts';
import { sha256 } from '../../src/lib/hash.ts';
import { newId } from '../../src/lib/id.ts';
import { evenPositions } from '../../src/lib/position.ts';
import { slugOf } from '../../src/lib/slug.ts';
import type { World } from './world.ts';

/** A page for a test; a document by default. */
export interface TestPage extends Partial<Omit<PageEntry, 'source' | 'sourceStart' | 'parent'>> {
  title: string;
  frontMatter?: string;
  markdown?: string;
  pages?: readonly TestPage[];
}

/** Time at which pages of tests are written. */
const now = new Date('2026-01-02T03:04:05.678Z');

/**
 * Adds pages, in order, to an empty space or change request, and moves its head to the new
 * revision. Returns the ids of the pages by title.
 */
export async function writePages(
  world: World,
  branchId: string,
  pages: readonly TestPage[],
): Promise<{ revisionId: string; ids: Record<string, string> }> {
  const entries: PageEntry[] = [];
  const sources: string[] = [];
  addEntries(pages, null, entries, sources);
  const revisionId = await commit(world, branchId, sources, {
    pages: new Map(entries.map((entry) => [entry.id, entry])),
  });
  return { revisionId, ids: Object.fromEntries(entries.map(({ title, id }) => [title, id])) };
}

/** Adds files to a space or change request. Returns their ids by name. */
export async function writeFiles(
  world: World,
  branchId: string,
  files: readonly (Partial<FileEntry> & { name: string; text: string | Buffer<ArrayBuffer> })[],
): Promise<Record<string, string>> {
  const entries = files.map(({ text, ...file }): FileEntry => ({
    id: newId('File'),
    contentType: 'text/plain',
    blob: sha256(text),
    size: Buffer.byteLength(text),
    ...file,
  }));
  const texts = files.map(({ text }) => text);
  const changes = { files: new Map(entries.map((entry) => [entry.id, entry])) };
  await commit(world, branchId, texts, changes);
  return Object.fromEntries(entries.map(({ name, id }) => [name, id]));
}

/** Moves the head of a space or change request to a new revision with another variable. */
export function writeVariable(world: World, branchId: string): Promise<string> {
  return commit(world, branchId, [], { variables: { [`v${world.next()}`]: 'New.' } });
}

/** Moves the head of a space or change request to a new revision of a git commit. */
export function writeCommit(world: World, branchId: string): Promise<string> {
  const git = {
    oid: sha256(branchId).slice(0, 40),
    message: 'Import',
    createdByService: false,
    url: 'https://git.example.com/docs/commit/1',
    ref: 'refs/heads/main',
  };
  // A commit without changes creates no revision.
  return commit(world, branchId, [], { git, variables: { [`v${world.next()}`]: 'New.' } });
}

/** Adds reusable contents to a space or change request. Returns their ids by title. */
export async function writeReusableContents(
  world: World,
  branchId: string,
  contents: readonly (Pick<ReusableContentEntry, 'title' | 'git'> & {
    frontMatter?: string;
    markdown: string;
  })[],
): Promise<Record<string, string>> {
  const sources = contents.map(({ frontMatter = '', markdown }) => frontMatter + markdown);
  const entries = contents.map(
    ({ frontMatter = '', markdown, ...content }): ReusableContentEntry => ({
      id: newId('ReusableContent'),
      source: sha256(frontMatter + markdown),
      sourceStart: Buffer.byteLength(frontMatter),
      createdAt: now.toISOString(),
      updatedAt: now.toISOString(),
      ...content,
    }),
  );
  const changes = { reusableContents: new Map(entries.map((entry) => [entry.id, entry])) };
  await commit(world, branchId, sources, changes);
  return Object.fromEntries(entries.map(({ title, id }) => [title, id]));
}

/** Deletes files from a space or change request. */
export async function deleteFiles(
  world: World,
  branchId: string,
  ids: readonly string[],
): Promise<void> {
  await commit(world, branchId, [], { files: new Map(ids.map((id) => [id, null])) });
}

/** Replaces the texts of pages in a space or change request, by page id. */
export async function writeTexts(
  world: World,
  branchId: string,
  texts: Readonly<Record<string, string>>,
): Promise<void> {
  const { pagesHash } = await headOf(world.db.prisma, branchId);
  const [tree] = await loadPageTrees(world.db, [pagesHash]);
  const entries = Object.entries(texts).map(([id, text]): PageEntry => {
    const page = tree?.page(id);
    if (!page) throw new Error(`There is no page ${id}.`);
    return { ...page, source: sha256(text), sourceStart: 0 };
  });
  const pages = new Map(entries.map((entry) => [entry.id, entry]));
  await commit(world, branchId, Object.values(texts), { pages });
}

async function headOf(prisma: PrismaTransaction, branchId: string): Promise<Revision> {
  const where = { where: { id: branchId } };
  const { revisionId } = branchId.startsWith('sp_')
    ? await prisma.space.findUniqueOrThrow(where)
    : await prisma.changeRequest.findUniqueOrThrow(where);
  return prisma.revision.findUniqueOrThrow({ where: { id: revisionId } });
}

function addEntries(
  pages: readonly TestPage[],
  parent: string | null,
  entries: PageEntry[],
  sources: string[],
): void {
  const positions = evenPositions(pages.length);
  for (const [index, { pages: below, frontMatter = '', markdown, ...page }] of pages.entries()) {
    const type = page.type ?? 'document';
    const entry: PageEntry = {
      id: newId('Page'),
      type,
      parent,
      position: positions[index] ?? '',
      slug: type === 'link' ? '' : slugOf(page.title, { lengthMax: 100, fallback: 'page' }),
      createdAt: now.toISOString(),
      updatedAt: now.toISOString(),
      ...page,
    };
    if (markdown !== undefined) {
      const source = frontMatter + markdown;
      sources.push(source);
      entry.source = sha256(source);
      entry.sourceStart = Buffer.byteLength(frontMatter);
    }
    entries.push(entry);
    addEntries(below ?? [], entry.id, entries, sources);
  }
}

/** Writes a revision to a branch, and moves its head. */
async function commit(
  world: World,
  branchId: string,
  blobs: readonly (string | Buffer<ArrayBuffer>)[],
  changes: ContentChanges,
): Promise<string> {
  return runTransaction(world.db, async (transaction) => {
    const head = await headOf(transaction, branchId);
    await storeBlobs(
      transaction,
      blobs.map((text) => (typeof text === 'string' ? Buffer.from(text) : text)),
    );
    const { id } = await writeRevision(transaction, { branchId, head }, changes, {
      authorId: null,
      now,
    });
    const where = { where: { id: branchId } };
    const data = { revisionId: id };
    if (branchId.startsWith('sp_')) await transaction.space.update({ ...where, data });
    else await transaction.changeRequest.update({ ...where, data });
    return id;
  });
}
