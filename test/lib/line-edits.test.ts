import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DiffBudget } from '../../src/lib/diff-budget.ts';
import { lineEdits, type LineEdit } from '../../src/lib/line-edits.ts';
import { mergeText } from '../../src/revisions/merge/merge-text.ts';
import { sha256 } from '../../src/lib/hash.ts';
import { lawCount } from '../support/law-count.ts';

/** Lines that come again and again, beside some that are there once. */
const lines = fc.array(
  fc.oneof(
    fc.constantFrom('', 'a', 'b', 'c'),
    fc.nat(30).map((number) => `line ${number}`),
  ),
  { maxLength: 40 },
);
const budgets = fc.constantFrom(0, 100, 2000, 1_000_000);

function applied(before: readonly string[], edits: readonly LineEdit[]): string[] {
  return edits
    .toReversed()
    .reduce(
      (text, edit) => [...text.slice(0, edit.start), ...edit.lines, ...text.slice(edit.end)],
      [...before],
    );
}

describe('the edits between two texts', () => {
  it('make one of the other, in order, whatever the budget', () => {
    fc.assert(
      fc.property(lines, lines, budgets, (before, after, units) => {
        const edits = lineEdits(before, after, new DiffBudget(units));
        expect(applied(before, edits)).toEqual(after);
        const starts = edits.map(({ start }) => start);
        expect(starts).toEqual(starts.toSorted((a, b) => a - b));
        for (const [index, { start }] of edits.entries()) {
          // Something is kept between two, else they would be one.
          if (index > 0) expect(start).toBeGreaterThan(edits[index - 1]?.end ?? 0);
        }
      }),
      { numRuns: lawCount(2000) },
    );
  });

  it('leave alone what both have once, in the same order', () => {
    const before = ['one', 'x', 'x', 'two', 'x', 'three'];
    const after = ['one', 'y', 'two', 'y', 'y', 'three'];
    expect(lineEdits(before, after, new DiffBudget(0))).toEqual([
      { start: 1, end: 3, lines: ['y'] },
      { start: 4, end: 5, lines: ['y', 'y'] },
    ]);
  });
});

describe('a merge of texts without an end of work', () => {
  /** Two lines in an order that looks random, so that none stands out and little is equal. */
  const noise = (seed: number, count: number) =>
    Array.from({ length: count }, (_, index) => (sha256(`${seed} ${index}`) < '8' ? 'a\n' : 'b\n'));

  it('takes a fixed amount of it; what is left counts as changed as a whole', () => {
    const [base, ours, theirs] = [3, 4, 5].map((seed) => noise(seed, 20_000));
    const text = (middle: readonly string[] | undefined, end: string) =>
      `start\n${middle?.join('') ?? ''}${end}`;
    const merged = mergeText(
      text(base, 'end\nlast\n'),
      text(ours, 'end\nlast of ours\n'),
      text(theirs, 'end\nlast\nand of theirs\n'),
      new DiffBudget(1_000_000),
    );
    expect(merged.clean).toBe(false);
    expect(merged.text.startsWith(text(ours, 'end\n'))).toBe(true);
  });

  it('is clean for the same changes of both sides', () => {
    const [base, side] = [3, 4].map((seed) => noise(seed, 5000).join(''));
    const merged = mergeText(base ?? '', `${side}end\n`, `${side}end\n`, new DiffBudget(0));
    expect(merged).toEqual({ text: `${side}end\n`, clean: true });
  });
});
