import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { rewriteMarkdown } from '../../src/document/source-preserving/rewrite-markdown.ts';
import { arbitraryPage } from './arbitrary-page.ts';
import { differenceOf, treeOf, withOtherWord, wordsIn } from './word-edits.ts';
import { lawCount } from '../support/law-count.ts';

/** How many words are edited, in real and in generated pages each. */
const EDITS = lawCount(100, 'WORD_EDITS');
/** A failure prints its seed, with which it is made again. */
const SEED = Number(process.env.WORD_EDITS_SEED ?? 20261129);

/** Fails unless a page differs in one word only from what it was, after an edit of its tree. */
function expectOneWord(markdown: string, choice: number): void {
  const edit = withOtherWord(markdown, choice, 'Qzx');
  if (!edit) return;
  const written = rewriteMarkdown(markdown, edit.wanted);
  expect(treeOf(written)).toEqual(edit.wanted);
  const { removed, added } = differenceOf(markdown, written);
  const isWord = written.length - markdown.length === 'Qzx'.length - edit.word.length;
  // What both words begin or end with is no difference, and markup in a word stays.
  const [before, after] = [removed, added].map((text) => text.replaceAll(/<[^<>]*>/g, ''));
  expect({
    isWord,
    before: edit.word.includes(before ?? '-'),
    after: 'Qzx'.includes(after ?? '-'),
  }).toEqual({ isWord: true, before: true, after: true });
}

test('one word in the tree of a page of all constructs is one word in the page', () => {
  fc.assert(
    fc.property(arbitraryPage, fc.nat(), (markdown, choice) => expectOneWord(markdown, choice)),
    { numRuns: EDITS, seed: SEED, endOnFailure: true },
  );
});

/** Pages in which a word cost more than itself. */
const wordCases = {
  'a footnote of a cell':
    '| A   | B |\n| :-- | - |\n| _x_ | [y](#user-content-fn-n)[^n] |\n\n[^n]: Some __note__.\n',
  'the footnote of two texts':
    '__One__[^n] and [two](#user-content-fn-n)[^n].\n\n* x[^n]\n\n[^n]: A note.\n',
  'code whose lines end with a space':
    '1. x\n\n   ```js title="x"\n   { \n       a = b, \n   }, \n       b = 1\n   ```\n2. y',
};

test.each(Object.entries(wordCases))('each word is one word in the page: %s', (_, markdown) => {
  const count = wordsIn(treeOf(markdown).nodes).length;
  for (let choice = 0; choice < count; choice += 1) expectOneWord(markdown, choice);
});

const realDocs = path.resolve(import.meta.dirname, '../../../shared/real-docs');

describe.skipIf(!existsSync(realDocs))('real documentation', () => {
  test('one word in the tree is one word in the page', () => {
    const files = readdirSync(realDocs, { recursive: true, encoding: 'utf8' });
    const pages = files.filter((file) => file.endsWith('.md')).toSorted();
    fc.assert(
      fc.property(fc.constantFrom(...pages), fc.nat(), (file, choice) => {
        expectOneWord(readFileSync(path.join(realDocs, file), 'utf8'), choice);
      }),
      { numRuns: EDITS, seed: SEED, endOnFailure: true },
    );
  });
});
