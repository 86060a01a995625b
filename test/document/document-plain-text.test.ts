import fc from 'fast-check';
import { expect, test } from 'vitest';
import { markdownToPlainText } from '../../src/document/document-plain-text.ts';

test('shows what a reader sees, on one line', () => {
  const markdown =
    '---\ntitle: T\n---\n# A\n\nb **c** [d](e)\n\n{% hint %}\nf\n{% endhint %}\n\n- g\n- `h`\n\n|i|\n|-|\n|j|';
  expect(markdownToPlainText(markdown, { lengthMax: 100 })).toBe('A b c d f g h i j');
});

test('is cut after a whole word', () => {
  expect(markdownToPlainText('one two three', { lengthMax: 10 })).toBe('one two…');
  expect(markdownToPlainText('one two three', { lengthMax: 13 })).toBe('one two three');
  expect(markdownToPlainText('abcdefghij', { lengthMax: 5 })).toBe('abcd…');
  expect(markdownToPlainText('👍👍👍', { lengthMax: 4 })).toBe('👍…');
});

test('long front matter does not use up the excerpt', () => {
  const markdown = `---\ntext: ${'x'.repeat(20_000)}\n---\nshown`;
  expect(markdownToPlainText(markdown, { lengthMax: 20 })).toBe('shown');
});

test('never is longer than the limit', () => {
  fc.assert(
    fc.property(fc.string(), fc.nat(30), (markdown, lengthMax) => {
      expect(markdownToPlainText(markdown, { lengthMax }).length).toBeLessThanOrEqual(lengthMax);
    }),
  );
});
