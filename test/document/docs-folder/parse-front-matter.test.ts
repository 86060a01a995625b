import { describe, expect, test } from 'vitest';
import { parseFrontMatter } from '../../../src/document/docs-folder/parse-front-matter.ts';

test('reads what the platform writes', () => {
  const page = parseFrontMatter(`---
title: The title
description: >-
  A description that is folded
  over two lines.
icon: rocket
emoji: 🚀
hidden: true
noIndex: true
noRobotsIndex: false
cover: ../.gitbook/assets/cover.png
coverDark: https://example.org/dark.png
coverY: -12.5
coverHeight: 300
layout:
  width: wide
  cover:
    visible: true
    size: full
  title:
    visible: true
  description:
    visible: false
  tableOfContents:
    visible: true
  outline:
    visible: false
  pagination:
    visible: true
  metadata:
    visible: false
tags: [unknown]
---

# Text
`);
  expect(page).toMatchObject({
    title: 'The title',
    markdown: '\n# Text\n',
    cover: {
      source: '../.gitbook/assets/cover.png',
      sourceDark: 'https://example.org/dark.png',
      yPos: -12.5,
      height: 300,
    },
  });
  expect(page.problem).toBeUndefined();
  expect(page.attributes).toEqual({
    description: 'A description that is folded over two lines.',
    icon: 'rocket',
    emoji: '🚀',
    hidden: true,
    noIndex: true,
    noRobotsIndex: false,
    layout: {
      width: 'wide',
      coverSize: 'full',
      cover: true,
      title: true,
      description: false,
      tableOfContents: true,
      outline: false,
      pagination: true,
      metadata: false,
    },
  });
});

test('reads flat booleans and leaves out what is not said', () => {
  const { attributes } = parseFrontMatter(
    '---\nlayout: { title: false, cover: true, coverSize: hero, outline: "no" }\n---\n',
  );
  expect(attributes).toEqual({
    layout: { title: false, cover: true, coverSize: 'hero', outline: false },
  });
});

test('a value of the wrong type counts as absent', () => {
  const page = parseFrontMatter(
    `---\ntitle: [a]\ndescription: { a: b }\nicon: ${'i'.repeat(51)}\nhidden: maybe\nlayout: wide\ncoverY: x\ncover: 1.png\n---\n`,
  );
  expect(page.title).toBeUndefined();
  expect(page.attributes).toEqual({});
  expect(page.cover).toEqual({ source: '1.png' });
});

test.each([
  ['if: visitor.claims.isBeta', 'visitor.claims.isBeta', undefined],
  ['if: "visitor.claims.plan == \'pro\'"', "visitor.claims.plan == 'pro'", undefined],
  ['if: false', 'false', undefined],
  ['if:', undefined, undefined],
  // What is not for everybody must not become so.
  [
    'if: visitor.claims.plan ==',
    'false',
    expect.stringContaining('its "if" is not a valid condition'),
  ],
  ['if: [a]', 'false', expect.stringContaining('its "if" is not a valid condition')],
])('%s is the condition of the page', (line, condition, problem) => {
  const page = parseFrontMatter(`---\n${line}\n---\n`);
  expect(page.attributes.condition).toBe(condition);
  expect(page.problem).toEqual(problem);
});

test('titles and descriptions are one line without control characters', () => {
  const page = parseFrontMatter('---\ntitle: "a\\0b\\nc"\ndescription: "x\\ud800y"\n---\n');
  expect(page.title).toBe('a b c');
  expect(page.attributes.description).toBe('x\uFFFDy');
});

describe('both parts together are the source', () => {
  test.each([
    ['front matter', '---\ntitle: a\n---\ntext', '---\ntitle: a\n---\n'],
    [
      'CRLF and a byte order mark',
      '\uFEFF---\r\na: b\r\n---\r\nx\r\n',
      '\uFEFF---\r\na: b\r\n---\r\n',
    ],
    ['trailing blanks', '---  \na: b  \n---\t\n  x  ', '---  \na: b  \n---\t\n'],
    ['an empty one', '---\n---\ntext', '---\n---\n'],
    ['nothing after it', '---\na: b\n---', '---\na: b\n---'],
    ['broken YAML', '---\na: "b\n---\ntext', '---\na: "b\n---\n'],
    ['a line of dashes in the text', '---\na: b\n---\nx\n---\ny', '---\na: b\n---\n'],
    ['no closing line', '---\ntitle: a\ntext', ''],
    ['text between rules', '---\nSome text\n---\nmore', ''],
    ['front matter further down', '\n---\na: b\n---\n', ''],
    ['no front matter', '# Text  \r\n', ''],
    ['a byte order mark alone', '\uFEFF# Text  \r\n', '\uFEFF'],
    ['a byte order mark and text between rules', '\uFEFF---\nText\n---\nmore', '\uFEFF'],
    ['nothing', '', ''],
  ])('%s', (_name, source, frontMatter) => {
    const page = parseFrontMatter(source);
    expect(page.frontMatter).toBe(frontMatter);
    expect(page.frontMatter + page.markdown).toBe(source);
  });
});

test('a problem is named with its line in the file', () => {
  const page = parseFrontMatter('---\ntitle: a\nb: ]\n---\ntext');
  expect(page.problem).toBe('front matter ignored: not valid YAML (line 3)');
  expect(page).toMatchObject({ markdown: 'text', attributes: {} });
});

test('front matter that is too long is kept, and says nothing', () => {
  const page = parseFrontMatter(`---\ntitle: ${'x'.repeat(70_000)}\n---\ntext`);
  expect(page.problem).toBe('front matter ignored: longer than 65536 characters');
  expect(page.title).toBeUndefined();
  expect(page.markdown).toBe('text');
});
