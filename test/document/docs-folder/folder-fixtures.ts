import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { openDiskFolder } from '../../../src/document/docs-folder/disk-folder.ts';
import type {
  DocsDocument,
  DocsFolder,
  DocsPage,
  FolderSource,
} from '../../../src/document/docs-folder/docs-folder.ts';
import type { DocsFolderLimits } from '../../../src/document/docs-folder/docs-folder-limits.ts';
import { docsFolderLimits } from '../../../src/document/docs-folder/docs-folder-limits.ts';
import { readDocsFolder } from '../../../src/document/docs-folder/read-docs-folder.ts';

export type FolderContent = Record<string, string | Uint8Array>;

/** A temporary folder with these files, removed after the test. */
export async function createFolder(content: FolderContent): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), 'docs-folder-'));
  onTestFinished(() => rm(root, { recursive: true, force: true }));
  for (const [path, data] of Object.entries(content)) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), data);
  }
  return root;
}

/** Writes the files to the disk and reads the folder. */
export async function readFolder(
  content: FolderContent,
  limits: Partial<DocsFolderLimits> = {},
): Promise<DocsFolder> {
  const source = await openDiskFolder(await createFolder(content));
  return readDocsFolder(source, { ...docsFolderLimits, ...limits });
}

/** A source in memory, for paths and numbers of files that a disk would not take. */
export function memoryFolder(content: FolderContent): FolderSource {
  const files = new Map(
    Object.entries(content).map(([path, data]) => [path, Buffer.from(data as string)]),
  );
  return {
    list: () => Promise.resolve([...files].map(([path, { length: size }]) => ({ path, size }))),
    read: (path) => {
      const bytes = files.get(path);
      return bytes ? Promise.resolve(bytes) : Promise.reject(new Error('no such file'));
    },
  };
}

/** The tree in a form that a test can spell: two spaces a level, `title (path)`. */
export function drawPages(pages: DocsPage[], indent = ''): string[] {
  return pages.flatMap((page) => {
    if (page.type === 'link') return [`${indent}${page.title} -> ${page.href}`];
    const path = page.type === 'group' ? '[group]' : page.path ? `(${page.path})` : '(no file)';
    return [`${indent}${page.title} ${path}`, ...drawPages(page.pages, `${indent}  `)];
  });
}

/** All documents that have a file, in reading order. */
export function documentsOf(pages: DocsPage[]): (DocsDocument & { path: string })[] {
  return pages.flatMap((page) => {
    if (page.type === 'link') return [];
    const below = documentsOf(page.pages);
    if (page.type === 'group' || page.path === undefined) return below;
    return [{ ...page, path: page.path }, ...below];
  });
}

/** Why a path was skipped. */
export function reasonFor(folder: DocsFolder, path: string): string | undefined {
  return folder.skipped.find((skipped) => skipped.path === path)?.reason;
}
