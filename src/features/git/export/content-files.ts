import { posix } from 'node:path';
import { gitObjectId } from '../../../lib/git-object-id.ts';
import type { Database } from '../../../database/database.ts';
import { loadBlobs } from '../../../revisions/store/content-store.ts';
import type { GitOrigin, PageEntry } from '../../../revisions/store/entry.ts';
import type { RevisionEntries } from '../../../revisions/store/load-revision-entries.ts';
import { slugOfTitle } from '../../../document/docs-folder/page-slug.ts';
import { pageFile } from './write-front-matter.ts';
import { FreePaths } from './free-paths.ts';
import { pagePathsOf } from './repository-page-paths.ts';
import type { RepositoryLinks, RepositoryPaths } from './repository-links.ts';

/** Number of blobs read at once. */
const READ_MAX = 100;

/** File required by the content. */
export interface ContentFile {
  /** Id of the page, file or reusable content. */
  id: string;
  path: string;
  oid: string;
  /** Bytes of the file; null if the content has not changed since the last sync. */
  bytes: Buffer | null;
}

/** Returns the git object ids of content that came from git, by path. */
export function originsOf(content: RevisionEntries): Map<string, string> {
  const { pages, files, reusableContents } = content;
  const inTree = [...pages.walk()].map(({ page }) => page);
  const origins = [...inTree, ...files, ...reusableContents].flatMap(({ git }) => git ?? []);
  return new Map(origins.map(({ path, oid }) => [path, oid]));
}

/** Inputs that determine the paths of exported files. */
export interface FilePlaces {
  /** Directory of the repository that is the space; '' for the whole repository. */
  directory: string;
  /** Root folder of the documentation in the repository. */
  root: string;
  /** Paths that exported files must not use. */
  taken: readonly string[];
  /** Content at the last sync; null if there was none. */
  lastSynced: RevisionEntries | null;
  /** Creates the writer of references in texts, once all paths are known. */
  linksOf: (paths: RepositoryPaths) => RepositoryLinks;
}

/** Entry with its file, and the conversion of its bytes. */
interface Planned {
  file: Pick<ContentFile, 'id' | 'path'>;
  /** Blob of the text; null if it is empty. */
  blob: string | null;
  known: { oid: string } | null;
  make: (bytes: Buffer) => Buffer | Promise<Buffer>;
}

/**
 * Returns the files required by the content. Reads only what differs from the last sync; without
 * one, reads everything.
 */
export async function contentFiles(
  db: Database,
  content: RevisionEntries,
  places: FilePlaces,
): Promise<ContentFile[]> {
  const planned = plan(content, places);
  const files: ContentFile[] = planned.flatMap(({ file, known }) =>
    known ? { ...file, oid: known.oid, bytes: null } : [],
  );
  const toRead = planned.filter(({ known }) => !known);
  for (let start = 0; start < toRead.length; start += READ_MAX) {
    const part = toRead.slice(start, start + READ_MAX);
    const blobs = await loadBlobs(
      db,
      part.flatMap(({ blob }) => blob ?? []),
    );
    for (const { file, blob, make } of part) {
      const bytes = await make((blob === null ? undefined : blobs.shift()) ?? Buffer.alloc(0));
      files.push({ ...file, oid: gitObjectId(bytes), bytes });
    }
  }
  return files;
}

function plan(
  { pages, files, reusableContents }: RevisionEntries,
  { directory, root, taken, lastSynced, linksOf }: FilePlaces,
): Planned[] {
  const names = new FreePaths(directory, taken);
  const filePaths = pathsOf(files, names, ({ path, name }) => ({
    ...{ path, folder: posix.join(root, '.gitbook/assets'), name },
  }));
  const sharedPaths = pathsOf(reusableContents, names, ({ git, title }) => ({
    ...{ path: git?.path, folder: posix.join(root, '.gitbook/includes') },
    name: `${slugOfTitle(title)}.md`,
  }));
  const pagePaths = pagePathsOf(pages, root, names);
  const lastSyncedFiles = new Map((lastSynced?.files ?? []).map((file) => [file.id, file]));
  const lastSyncedContents = new Map(
    (lastSynced?.reusableContents ?? []).map((one) => [one.id, one]),
  );
  const links = linksOf(new Map([...pagePaths, ...filePaths, ...sharedPaths]));
  return [
    ...[...pages.walk()].flatMap(({ page }): Planned[] => {
      const path = pagePaths.get(page.id);
      if (path === undefined) return [];
      const before = lastSynced?.pages.page(page.id);
      const known = before && saysTheSame(before, page) ? gitAt(path, before) : null;
      const make = async (bytes: Buffer) =>
        pageFile(page, await links.write(page, bytes, path), { path, filePaths });
      return [{ file: { id: page.id, path }, blob: page.source ?? null, known, make }];
    }),
    ...files.map((file): Planned => {
      const path = filePaths.get(file.id) ?? file.name;
      const before = lastSyncedFiles.get(file.id);
      const known = before?.blob === file.blob ? gitAt(path, before) : null;
      return { file: { id: file.id, path }, blob: file.blob, known, make: (bytes) => bytes };
    }),
    ...reusableContents.map((one): Planned => {
      const path = sharedPaths.get(one.id) ?? one.title;
      const before = lastSyncedContents.get(one.id);
      const known = before?.source === one.source ? gitAt(path, before) : null;
      const make = (bytes: Buffer) => links.write(one, bytes, path);
      return { file: { id: one.id, path }, blob: one.source, known, make };
    }),
  ];
}

/** Returns the git origin of an entry if it is at the given path. */
function gitAt(path: string, { git }: { git?: GitOrigin }): GitOrigin | null {
  return git?.path === path ? git : null;
}

/** Returns paths by id for items outside the page tree. An existing path is kept if possible. */
function pathsOf<Item extends { id: string }>(
  items: readonly Item[],
  names: FreePaths,
  wish: (item: Item) => { path: string | undefined; folder: string; name: string },
): Map<string, string> {
  const wishes = items.map((item) => ({ id: item.id, ...wish(item) }));
  const staying = wishes.filter(({ path }) => path !== undefined && names.keep(path));
  const paths = new Map(staying.map(({ id, path = '' }) => [id, path]));
  for (const { id, folder, name } of wishes) {
    if (!paths.has(id)) paths.set(id, names.take(folder, name));
  }
  return paths;
}

/**
 * Checks whether a page's file would be unchanged. Its position and title are in the table of
 * contents.
 */
function saysTheSame(before: PageEntry, page: PageEntry): boolean {
  const told = ({ source, description, icon, emoji, ...rest }: PageEntry) => {
    const { hidden, noIndex, noRobotsIndex, condition, layout, cover, variables } = rest;
    const flags = { hidden, noIndex, noRobotsIndex, condition, layout, cover, variables };
    return JSON.stringify({ source, description, icon, emoji, ...flags });
  };
  return told(before) === told(page);
}
