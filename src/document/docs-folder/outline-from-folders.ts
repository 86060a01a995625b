import { posix } from 'node:path';
import type { OutlineEntry } from './outline-entry.ts';
import { isReadme, titleFromName } from './page-files.ts';

const byName = new Intl.Collator('en', { numeric: true });

interface Folder {
  readme: string | undefined;
  files: Map<string, string>;
  folders: Map<string, Folder>;
}

/**
 * Builds the outline of a folder without a table of contents: files and folders sorted by name,
 * numbers in them by value. The README of a folder is its page; a folder without one is a group
 * heading.
 */
export function outlineFromFolders(paths: Iterable<string>, root: string): OutlineEntry[] {
  const top = createFolder();
  for (const path of paths) {
    const names = posix.relative(root, path).split('/');
    const fileName = names.pop() ?? path;
    let folder = top;
    for (const name of names) {
      const child = folder.folders.get(name) ?? createFolder();
      folder.folders.set(name, child);
      folder = child;
    }
    if (isReadme(path) && folder.readme === undefined) folder.readme = path;
    else folder.files.set(fileName, path);
  }
  const pages = outlineOf(top);
  return top.readme === undefined ? pages : [page('', top.readme), ...pages];
}

function outlineOf(folder: Folder): OutlineEntry[] {
  const files = [...folder.files].map(([name, path]) => ({ name, entry: page('', path) }));
  const folders = [...folder.folders].map(([name, child]) => ({
    name,
    entry: page(child.readme === undefined ? titleFromName(name) : '', child.readme, child),
  }));
  return [...files, ...folders]
    .toSorted((a, b) => byName.compare(a.name, b.name) || (a.name < b.name ? -1 : 1))
    .map(({ entry }) => entry);
}

function page(title: string, path: string | undefined, folder?: Folder): OutlineEntry {
  return { kind: 'page', title, path, children: folder ? outlineOf(folder) : [] };
}

function createFolder(): Folder {
  return { readme: undefined, files: new Map(), folders: new Map() };
}
