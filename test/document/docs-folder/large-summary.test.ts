import { expect, test } from 'vitest';
import { longestBlock } from '../../support/longest-block.ts';
import { drawPages, readFolder, reasonFor } from './folder-fixtures.ts';

/** Longest CPU time on a calm machine, in milliseconds. */
const BLOCK_MAX_MS = 300;

test(
  'a table of contents of any size holds up nothing else, and what is said of it has an end',
  { retry: 2 },
  async () => {
    const text = Array.from({ length: 30_000 }, (_, index) => `* [Title ${index}](a.md)\n`).join(
      '',
    );
    const files = { 'SUMMARY.md': text, 'a.md': '' };
    const { result: folder, blockMs, slowness } = await longestBlock(() => readFolder(files));
    expect(drawPages(folder.pages)).toEqual(['Title 0 (a.md)']);
    expect(reasonFor(folder, 'SUMMARY.md')).toContain('over the limit of 20000 entries');
    expect(reasonFor(folder, 'a.md')).toMatch(/^.{0,3000}; and more$/);
    expect(blockMs).toBeLessThan(BLOCK_MAX_MS * slowness.cpu);
  },
);
