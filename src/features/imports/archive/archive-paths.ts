import { posix } from 'node:path';
import { UniqueNames } from '../../../lib/unique-names.ts';
import { findDatabases, notionId, type NotionDatabases } from './notion-databases.ts';

/** Mapping between the paths of an archive and those of the documentation folder read from it. */
export interface ArchivePaths {
  /** Common root folder of all files in the archive; '' if they have none. */
  readonly root: string;
  /** Folder paths by archive path. Files that are not content are omitted. */
  readonly byOriginal: ReadonlyMap<string, string>;
  readonly originals: ReadonlyMap<string, string>;
  /** Databases, which become pages although they are not text; only Notion exports contain any. */
  readonly databases: NotionDatabases;
}

export type ArchiveKind = 'zip' | 'confluence' | 'notion';

/**
 * Maps archive paths to the layout of a documentation folder. Web pages get markdown names, a
 * common root folder is removed, and files that only the exporting program needs are omitted.
 */
export function archivePaths(originals: readonly string[], kind: ArchiveKind): ArchivePaths {
  const root = commonFolder(originals);
  const databases = findDatabases(kind === 'notion' ? originals : []);
  const names = new Map<string, string>();
  const takeFree = uniquePaths();
  // Files that are markdown already keep their names.
  const ordered = originals.toSorted((a, b) => Number(isWebPage(a)) - Number(isWebPage(b)));
  for (const original of ordered) {
    const path = original.slice(root.length);
    if (!isContent(path, kind) || databases.parts.has(original)) continue;
    const plain = kind === 'notion' ? path.replaceAll(notionId, '') : path;
    const extension = databases.tables.has(original) ? /(?:_all)?\.csv$/i : /\.html?$/i;
    const isPage = isWebPage(plain) || databases.tables.has(original);
    names.set(original, takeFree(isPage ? plain.replace(extension, '.md') : plain));
  }
  const byOriginal = kind === 'notion' ? withFolderPages(names) : names;
  return {
    root: root.slice(0, -1),
    byOriginal,
    originals: new Map([...byOriginal].map(([original, path]) => [path, original])),
    databases,
  };
}

/** Returns a function that makes paths unique by adding a number before the extension. */
function uniquePaths(): (path: string) => string {
  const taken = new Map<string, UniqueNames>();
  return (path) => {
    const extension = posix.extname(path);
    const stems = taken.get(extension) ?? new UniqueNames({ joint: ' ' });
    taken.set(extension, stems);
    return stems.takeFree(path.slice(0, path.length - extension.length)) + extension;
  };
}

export function isWebPage(path: string): boolean {
  return /[^/]\.html?$/i.test(path);
}

/** Returns the folder that contains all files, with a trailing slash. Most archives have one. */
function commonFolder(paths: readonly string[]): string {
  const [first = ''] = paths;
  const folder = first.slice(0, first.indexOf('/') + 1);
  return folder !== '' && paths.every((path) => path.startsWith(folder)) ? folder : '';
}

function isContent(path: string, kind: ArchiveKind): boolean {
  return kind !== 'confluence' || !/^(?:images|styles)\//.test(path);
}

/** Makes a page that shares its name with a folder the README of that folder. */
function withFolderPages(names: ReadonlyMap<string, string>): Map<string, string> {
  const folders = new Set([...names.values()].map((path) => posix.dirname(path)));
  return new Map(
    [...names].map(([original, path]) => {
      const name = path.replace(/\.md$/i, '');
      return [original, name !== path && folders.has(name) ? `${name}/README.md` : path];
    }),
  );
}
