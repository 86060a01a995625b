import { posix } from 'node:path';
import { UniqueNames } from '../../../lib/unique-names.ts';
import { findDatabases, notionId, type NotionDatabases } from './notion-databases.ts';

/** How the files of an archive are called in the folder that is read from it. */
export interface ArchivePaths {
  /** The folder of the archive that all of it is in; '' when there is none. */
  readonly root: string;
  /** Path in the folder, by the path in the archive; what is no content is left out. */
  readonly byOriginal: ReadonlyMap<string, string>;
  readonly originals: ReadonlyMap<string, string>;
  /** What is a page and is no text; there are some in exports of Notion only. */
  readonly databases: NotionDatabases;
}

export type ArchiveKind = 'zip' | 'confluence' | 'notion';

/**
 * Names files as a documentation folder has them: web pages like markdown, without a folder around
 * everything; of exports, without what only the program needs that made them.
 */
export function archivePaths(originals: readonly string[], kind: ArchiveKind): ArchivePaths {
  const root = commonFolder(originals);
  const databases = findDatabases(kind === 'notion' ? originals : []);
  const names = new Map<string, string>();
  const takeFree = freePaths();
  // What is markdown already keeps its name.
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

/** Gives each file a path of its own, with a number before its extension. */
function freePaths(): (path: string) => string {
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

/** The folder that all files are in, which most archives have, with its slash. */
function commonFolder(paths: readonly string[]): string {
  const [first = ''] = paths;
  const folder = first.slice(0, first.indexOf('/') + 1);
  return folder !== '' && paths.every((path) => path.startsWith(folder)) ? folder : '';
}

function isContent(path: string, kind: ArchiveKind): boolean {
  return kind !== 'confluence' || !/^(?:images|styles)\//.test(path);
}

/** A page that has a folder of its name is the page of that folder. */
function withFolderPages(names: ReadonlyMap<string, string>): Map<string, string> {
  const folders = new Set([...names.values()].map((path) => posix.dirname(path)));
  return new Map(
    [...names].map(([original, path]) => {
      const name = path.replace(/\.md$/i, '');
      return [original, name !== path && folders.has(name) ? `${name}/README.md` : path];
    }),
  );
}
