import { constants } from 'node:fs';
import type { Dirent } from 'node:fs';
import { lstat, open, readdir, realpath, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import type { FolderEntry, FolderSource } from './docs-folder.ts';
import { docsFolderLimits } from './docs-folder-limits.ts';

const ENTRY_COUNT_MAX = 100_000;

/**
 * Opens a folder on disk as a source. Omits `.git`. Lists `node_modules` folders, symbolic links
 * out of the folder and irregular files as refused. Rejects if the folder does not exist.
 */
export async function openDiskFolder(folder: string): Promise<FolderSource> {
  const root = await realpath(folder);
  if (!(await stat(root)).isDirectory()) throw new Error(`Not a folder: ${folder}`);
  return {
    async list() {
      const entries: FolderEntry[] = [];
      await listInto(entries, root, []);
      return entries;
    },
    read: (path) => readWithin(root, path),
  };
}

async function listInto(entries: FolderEntry[], root: string, segments: string[]): Promise<void> {
  const refuse = (path: string, refused: string) => entries.push({ path, size: 0, refused });
  const here = segments.join('/');
  if (segments.length >= docsFolderLimits.depthMax) {
    refuse(here, `more than ${docsFolderLimits.depthMax} folders deep`);
    return;
  }
  let children: Dirent[];
  try {
    children = await readdir(join(root, ...segments), { withFileTypes: true });
  } catch (error) {
    refuse(here, `cannot be read (${errorCode(error)})`);
    return;
  }
  for (const child of children.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = [...segments, child.name].join('/');
    if (child.name === '.git') continue;
    if (entries.length >= ENTRY_COUNT_MAX) {
      refuse(path, `not read, and what follows: more than ${ENTRY_COUNT_MAX} files`);
      return;
    }
    if (!child.isDirectory()) entries.push(await describeFile(root, path, child));
    else if (child.name === 'node_modules') refuse(path, 'installed packages');
    else await listInto(entries, root, [...segments, child.name]);
  }
}

async function describeFile(root: string, path: string, child: Dirent): Promise<FolderEntry> {
  try {
    if (child.isFile()) return { path, size: (await lstat(join(root, path))).size };
    if (!child.isSymbolicLink()) return { path, size: 0, refused: 'not a regular file' };
    const target = await realpath(join(root, path));
    if (!isWithin(root, target)) {
      return { path, size: 0, refused: 'a symbolic link that leaves the folder' };
    }
    const found = await stat(target);
    if (found.isFile()) return { path, size: found.size };
    return { path, size: 0, refused: 'a symbolic link to what is no regular file' };
  } catch (error) {
    const refused = child.isSymbolicLink()
      ? `a symbolic link that leads nowhere (${errorCode(error)})`
      : `cannot be read (${errorCode(error)})`;
    return { path, size: 0, refused };
  }
}

/**
 * Checks that a path is below the folder, and not in its git data, which may contain credentials.
 */
function isWithin(root: string, target: string): boolean {
  const segments = relative(root, target).split(sep);
  return segments[0] !== '..' && !segments.includes('.git') && target !== root;
}

/** Checks the path again when reading: the folder may have changed since it was listed. */
async function readWithin(root: string, path: string): Promise<Buffer> {
  const target = await realpath(join(root, path));
  if (!isWithin(root, target)) throw new Error('leaves the folder');
  // Without O_NONBLOCK, opening a pipe would wait for its writer.
  const file = await open(target, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW);
  try {
    const found = await file.stat();
    if (!found.isFile()) throw new Error('not a regular file');
    if (found.size > docsFolderLimits.fileBytesMax) throw new Error('grew over the limit');
    return await file.readFile();
  } finally {
    await file.close();
  }
}

function errorCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
}
