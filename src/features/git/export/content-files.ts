import { posix } from 'node:path';
import { gitObjectId } from '../../../lib/git-object-id.ts';
import type { Database } from '../../../database/database.ts';
import { loadBlobs } from '../../content/store/content-store.ts';
import type { GitOrigin, PageEntry } from '../../content/store/entry.ts';
import type { RevisionEntries } from '../../content/store/load-revision-entries.ts';
import { slugOfTitle } from '../../content/docs-folder/page-slug.ts';
import { pageFile } from './write-front-matter.ts';
import { FreePaths } from './free-paths.ts';
import { pagePathsOf } from './page-paths.ts';
import type { RepositoryLinks, RepositoryPaths } from './repository-links.ts';

/** Blobs that are read at once. */
const READ_MAX = 100;

/** A file that content needs. */
export interface ContentFile {
  /** Id of the page, the file or the reusable content. */
  id: string;
  path: string;
  oid: string;
  /** Null where the content is as it was when both sides were the same. */
  bytes: Buffer | null;
}

/** What came from git of content, by path: git's ids of the files. */
export function originsOf(content: RevisionEntries): Map<string, string> {
  const { pages, files, reusableContents } = content;
  const inTree = [...pages.walk()].map(({ page }) => page);
  const origins = [...inTree, ...files, ...reusableContents].flatMap(({ git }) => git ?? []);
  return new Map(origins.map(({ path, oid }) => [path, oid]));
}

/** What says where the files of content go. */
export interface FilePlaces {
  /** The part of the repository that is the space; '' for all of it. */
  directory: string;
  /** Where the documentation begins in the repository. */
  root: string;
  /** Paths that none of them may have. */
  taken: readonly string[];
  /** The content that both sides last had; null for none. */
  agreed: RevisionEntries | null;
  /** Writes the references of texts, once it is known where everything is. */
  linksOf: (paths: RepositoryPaths) => RepositoryLinks;
}

/** An entry, the file that it becomes, and how its bytes become that file. */
interface Planned {
  file: Pick<ContentFile, 'id' | 'path'>;
  /** Null for a text that is empty. */
  blob: string | null;
  known: { oid: string } | null;
  make: (bytes: Buffer) => Buffer | Promise<Buffer>;
}

/**
 * The files that content needs. Only what differs from the content that both sides last had is
 * read; all of it, where there is none.
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
  { directory, root, taken, agreed, linksOf }: FilePlaces,
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
  const agreedFiles = new Map((agreed?.files ?? []).map((file) => [file.id, file]));
  const agreedShared = new Map((agreed?.reusableContents ?? []).map((one) => [one.id, one]));
  const links = linksOf(new Map([...pagePaths, ...filePaths, ...sharedPaths]));
  return [
    ...[...pages.walk()].flatMap(({ page }): Planned[] => {
      const path = pagePaths.get(page.id);
      if (path === undefined) return [];
      const before = agreed?.pages.page(page.id);
      const known = before && saysTheSame(before, page) ? gitAt(path, before) : null;
      const make = async (bytes: Buffer) =>
        pageFile(page, await links.write(page, bytes, path), { path, filePaths });
      return [{ file: { id: page.id, path }, blob: page.source ?? null, known, make }];
    }),
    ...files.map((file): Planned => {
      const path = filePaths.get(file.id) ?? file.name;
      const before = agreedFiles.get(file.id);
      const known = before?.blob === file.blob ? gitAt(path, before) : null;
      return { file: { id: file.id, path }, blob: file.blob, known, make: (bytes) => bytes };
    }),
    ...reusableContents.map((one): Planned => {
      const path = sharedPaths.get(one.id) ?? one.title;
      const before = agreedShared.get(one.id);
      const known = before?.source === one.source ? gitAt(path, before) : null;
      const make = (bytes: Buffer) => links.write(one, bytes, path);
      return { file: { id: one.id, path }, blob: one.source, known, make };
    }),
  ];
}

/** What an entry is in git, where that is at a path. */
function gitAt(path: string, { git }: { git?: GitOrigin }): GitOrigin | null {
  return git?.path === path ? git : null;
}

/** The paths of what has no place among the pages, by ids: where it has one already, it stays. */
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

/** Whether the file of a page would be the same: place and title are in the table of contents. */
function saysTheSame(before: PageEntry, page: PageEntry): boolean {
  const told = ({ source, description, icon, emoji, ...rest }: PageEntry) => {
    const { hidden, noIndex, noRobotsIndex, condition, layout, cover, variables } = rest;
    const flags = { hidden, noIndex, noRobotsIndex, condition, layout, cover, variables };
    return JSON.stringify({ source, description, icon, emoji, ...flags });
  };
  return told(before) === told(page);
}
