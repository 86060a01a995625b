import { expect, test } from 'vitest';
import { drawPages, readFolder, reasonFor } from './folder-fixtures.ts';

test('a table of contents of any size holds up nothing else, and what is said of it has an end', async () => {
  const text = Array.from({ length: 30_000 }, (_, index) => `* [Title ${index}](a.md)\n`).join('');
  let [last, longestMs, isDone] = [performance.now(), 0, false];
  const turn = (): void => {
    const now = performance.now();
    [longestMs, last] = [Math.max(longestMs, now - last), now];
    if (!isDone) setImmediate(turn);
  };
  const start = performance.now();
  turn();
  const folder = await readFolder({ 'SUMMARY.md': text, 'a.md': '' });
  const end = performance.now();
  isDone = true;
  expect(drawPages(folder.pages)).toEqual(['Title 0 (a.md)']);
  expect(reasonFor(folder, 'SUMMARY.md')).toContain('over the limit of 20000 entries');
  expect(reasonFor(folder, 'a.md')).toMatch(/^.{0,3000}; and more$/);
  // To parse it here would take most of the time.
  expect(longestMs).toBeLessThan((end - start) / 2);
});
