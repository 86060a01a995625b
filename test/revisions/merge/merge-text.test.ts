import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mergeText } from '../../../src/revisions/merge/merge-text.ts';
import { lawCount } from '../../support/law-count.ts';

const line = fc.constantFrom('\n', 'a\n', 'b\n', 'c\n', 'd\n', 'no end');
const text = fc.array(line, { maxLength: 12 }).map((lines) => lines.join(''));

describe('a merge of texts', () => {
  it('has the changes of both sides, on neighbouring lines too', () => {
    const base = 'one\ntwo\nthree\nfour\n';
    expect(mergeText(base, 'ONE\ntwo\nthree\nfour\n', 'one\nTWO\nthree\nfour\nfive\n')).toEqual({
      text: 'ONE\nTWO\nthree\nfour\nfive\n',
      clean: true,
    });
  });

  it('keeps lines that one side adds beside those that the other replaces', () => {
    expect(mergeText('a\nb\n', 'a\nnew\nb\n', 'a\nB\n').text).toBe('a\nnew\nB\n');
    expect(mergeText('a\nb\n', 'A\nb\n', 'a\nnew\nb\n').text).toBe('A\nnew\nb\n');
  });

  it('keeps lines apart when one that had no end is not the last one any more', () => {
    expect(mergeText('a\nb\n', 'a\nB', 'a\nb\nc\n')).toEqual({ text: 'a\nB\nc\n', clean: true });
    expect(mergeText('a\nb\n', 'a\nb\nc\n', 'a\nB')).toEqual({ text: 'a\nB\nc\n', clean: true });
  });

  it('merges texts of as many lines as the largest page has', () => {
    const base = 'a\n'.repeat(500_000);
    const [ours, theirs] = [`first\n${base}`, `${base}last\n`];
    expect(mergeText(base, ours, theirs).text === `first\n${base}last\n`).toBe(true);
    const other = 'b\n'.repeat(500_000);
    expect(mergeText(base, other, theirs).text === `${other}last\n`).toBe(true);
  });

  it('is a conflict where both change the same line differently; there ours stands', () => {
    expect(mergeText('a\nb\nc\nd\n', 'a\nours\nc\nd\n', 'a\ntheirs\nc\nD\n')).toEqual({
      text: 'a\nours\nc\nD\n',
      clean: false,
    });
  });

  it('is a conflict where both add different lines in the same place', () => {
    expect(mergeText('a\n', 'a\nours\n', 'a\ntheirs\n')).toEqual({
      text: 'a\nours\n',
      clean: false,
    });
  });

  it('is a conflict where one side deletes what the other changes', () => {
    expect(mergeText('a\nb\n', 'a\n', 'a\nB\n').clean).toBe(false);
  });

  it('takes the change of one side as it is, and equal changes once', () => {
    fc.assert(
      fc.property(text, text, (base, changed) => {
        expect(mergeText(base, changed, base)).toEqual({ text: changed, clean: true });
        expect(mergeText(base, base, changed)).toEqual({ text: changed, clean: true });
        expect(mergeText(base, changed, changed)).toEqual({ text: changed, clean: true });
      }),
    );
  });

  it('is the same from either side when it is clean', () => {
    fc.assert(
      fc.property(text, text, text, (base, ours, theirs) => {
        const [one, other] = [mergeText(base, ours, theirs), mergeText(base, theirs, ours)];
        expect(one.clean).toBe(other.clean);
        if (one.clean) expect(one.text).toBe(other.text);
      }),
      { numRuns: lawCount(2000) },
    );
  });

  it('loses no line that either side added', () => {
    const unique = fc.uniqueArray(fc.integer({ min: 0, max: 30 }), { maxLength: 15 });
    const edit = fc.array(fc.tuple(fc.nat(20), fc.boolean()), { maxLength: 6 });
    const edited = (base: readonly number[], side: string, edits: [number, boolean][]) => {
      const lines = base.map((number) => `${number}\n`);
      for (const [index, [at, replace]] of edits.entries()) {
        lines.splice(at % (lines.length + 1), replace ? 1 : 0, `${side} ${index}\n`);
      }
      return lines;
    };
    fc.assert(
      fc.property(unique, edit, edit, (base, left, right) => {
        const [ours, theirs] = [edited(base, 'ours', left), edited(base, 'theirs', right)];
        const from = base.map((number) => `${number}\n`).join('');
        const merged = mergeText(from, ours.join(''), theirs.join(''));
        if (!merged.clean) return;
        const lines = new Set(merged.text.split(/(?<=\n)/));
        const added = [...ours, ...theirs].filter((each) => /^\w+ \d/.test(each));
        expect(added.filter((each) => !lines.has(each))).toEqual([]);
      }),
      { numRuns: lawCount(2000) },
    );
  });
});
