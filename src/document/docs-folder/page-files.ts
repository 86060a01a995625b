import { posix } from 'node:path';

/** Returns whether a file name is that of a page. */
export function isMarkdown(path: string): boolean {
  return /[^/]\.(md|markdown)$/i.test(path);
}

/** Returns whether a file is the page of its folder. */
export function isReadme(path: string): boolean {
  return /^readme\.(md|markdown)$/i.test(posix.basename(path));
}

/** Returns the name of a page from its file: `guide/README.md` is `guide`, `a/b.md` is `b`. */
export function pageName(path: string, root: string): string {
  const folder = posix.dirname(path);
  const isFolderPage = isReadme(path) && folder !== '.' && folder !== root;
  return isFolderPage ? posix.basename(folder) : posix.basename(path, posix.extname(path));
}

/** Returns a title from the name of a file or folder: `getting-started` is `Getting started`. */
export function titleFromName(name: string): string {
  const words = name.replace(/[-_\s]+/g, ' ').trim();
  return words === '' ? name : words.charAt(0).toUpperCase() + words.slice(1);
}
