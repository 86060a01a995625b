import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openDiskFolder } from '../../../src/document/docs-folder/disk-folder.ts';
import type { DocsPage } from '../../../src/document/docs-folder/docs-folder.ts';
import { readDocsFolder } from '../../../src/document/docs-folder/read-docs-folder.ts';
import { readSummary, type NamedPage } from '../../support/read-summary.ts';
import { documentsOf } from './folder-fixtures.ts';

const shelf = join(import.meta.dirname, '../../../../shared/real-docs');

function flatten(pages: DocsPage[], group: string | undefined, depth: number): NamedPage[] {
  return pages.flatMap((page): NamedPage[] => {
    if (page.type === 'group') return flatten(page.pages, page.title, 0);
    if (page.type === 'link' || page.path === undefined) return [];
    const { title, path } = page;
    return [{ group, depth, title, path }, ...flatten(page.pages, group, depth + 1)];
  });
}

describe.each(['axon-reference', 'brighter-docs'])('%s', (name) => {
  const root = join(shelf, name);

  test.skipIf(!existsSync(root))('is read as its table of contents says', async () => {
    const folder = await readDocsFolder(await openDiskFolder(root));
    const named = await readSummary(root);
    expect(named.length).toBeGreaterThan(100);

    const isPage = ({ path }: NamedPage) => path.endsWith('.md') && existsSync(join(root, path));
    const expected = named
      .filter(isPage)
      .filter((entry, index, all) => all.findIndex(({ path }) => path === entry.path) === index);
    const pages = flatten(folder.pages, undefined, 0);
    const readmeIsNamed = named.some(({ path }) => path === 'README.md');
    expect(readmeIsNamed ? pages : pages.slice(1)).toEqual(expected);

    const reported = new Set(folder.skipped.map(({ path }) => path));
    const missing = named.filter((entry) => !isPage(entry)).map(({ path }) => path);
    expect(missing.filter((path) => !reported.has(path))).toEqual([]);
    expect(folder.skipped.filter(({ reason }) => reason.endsWith('but missing'))).toHaveLength(
      new Set(missing).size,
    );

    for (const page of documentsOf(folder.pages)) {
      expect(page.frontMatter + page.markdown).toBe(await readFile(join(root, page.path), 'utf8'));
    }
  });
});
