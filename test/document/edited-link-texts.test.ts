import { expect, test } from 'vitest';
import { rewriteMarkdown } from '../../src/document/source-preserving/rewrite-markdown.ts';
import { treeOf, wordsIn } from './word-edits.ts';

/** A page after one of its words became another, through its tree. */
function edit(markdown: string, word: string, by: string): string {
  const tree = treeOf(markdown);
  const found = wordsIn(tree.nodes).find((one) => one.word === word);
  if (!found) throw new Error(`There is no word ${word}.`);
  const { holder, member, index } = found;
  const text = holder[member] ?? '';
  holder[member] = text.slice(0, index) + by + text.slice(index + word.length);
  const written = rewriteMarkdown(markdown, tree);
  expect(treeOf(written)).toEqual(tree);
  return written;
}

const titled = '[x](x.md "Title") &copy;';

test.each([
  ['[old][]', '[new][old]'],
  ['[old]', '[new][old]'],
  ['![old][]', '![new][old]'],
  ['![old]', '![new][old]'],
  ['[**more old**][]', '[**more new**][**more old**]'],
  ['[`old`]', '[`new`][`old`]'],
  ['[an *old* one]', '[an *new* one][an *old* one]'],
])('keeps the address of %s when its text changes, and all beside it', (before, after) => {
  const labels = ['old', '**more old**', '`old`', 'an *old* one'];
  const definitions = labels.map((label) => `[${label}]: a.md 'T'`).join('\n');
  const page = (link: string) => `${titled} ${link} end\n\n${definitions}\n`;
  expect(edit(page(before), 'old', 'new')).toBe(page(after));
});

test('keeps the definition of a picture of its own when its text changes', () => {
  const definition = '\n\n[old]: a.png "Caption"\n';
  expect(edit(`![old]${definition}`, 'old', 'new')).toBe(`![new][old]${definition}`);
});

test('keeps titles beside an address in angle brackets with another text', () => {
  expect(edit(`${titled} <old@example.com> end\n`, 'old', 'new')).toBe(
    `${titled} [new@example.com](mailto:old@example.com) end\n`,
  );
});

test('keeps titles beside bold text that then ends with a blank', () => {
  expect(edit(`${titled} __more old__ end\n`, 'old', '')).toBe(
    `${titled} <strong>more </strong> end\n`,
  );
});

test.each([
  `${titled} ![an *old* \\[one\\] &copy; \\* \u{1f600}](p.png "cap") end\n`,
  '![&copy; old \\* &amp; x](p.png "cap &amp; tion")\n',
  '<img src="a.png" alt="a &amp; &copy; old &quot;q&quot;" width="3"> x\n',
  '<a class="button primary" href="x.md">A &copy; old &amp;</a> y\n',
])('keeps how the rest of a value is written: %s', (page) => {
  expect(edit(page, 'old', 'new')).toBe(page.replace('old', 'new'));
});
