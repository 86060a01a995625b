import { expect, it } from 'vitest';
import type { Book, BookText } from '../../../src/features/pdf/book.ts';
import { printBook } from '../../../src/features/pdf/typesetting/print-book.ts';

const include = (id: string) => `{% include "docgraph:reusable-content/${id}" %}\n\n`;

/** A text that includes a content many times. */
const textWith = (id: string): BookText => ({
  markdown: `Some text.\n\n${include(id).repeat(30)}`,
  targets: new Map([
    [`docgraph:reusable-content/${id}`, { kind: 'reusable-content', reusableContent: id }],
  ]),
});

it('becomes no endless book by contents that include each other many times', () => {
  const ids = ['one', 'two', 'three', 'four', 'five', 'six'];
  const book: Book = {
    title: 'Fan',
    emoji: null,
    subtitle: null,
    language: null,
    writtenAt: '2026-01-01T00:00:00.000Z',
    variables: {},
    pages: [
      {
        id: 'page',
        parent: null,
        depth: 0,
        title: 'Page',
        emoji: null,
        description: null,
        above: [],
        variables: {},
        text: textWith('one'),
      },
    ],
    reusableContents: new Map(ids.map((id, index) => [id, textWith(ids[index + 1] ?? '')])),
    images: [],
  };
  const text = JSON.stringify(printBook(book, new Map()));
  expect(text.match(/Some /g)?.length).toBeGreaterThan(30);
  expect(text.length).toBeLessThan(10_000_000);
});
