import { describe, expect, test } from 'vitest';
import { docsFolderLimits } from '../../../src/document/docs-folder/docs-folder-limits.ts';
import { readDocsFolder } from '../../../src/document/docs-folder/read-docs-folder.ts';
import { documentsOf, drawPages, memoryFolder, readFolder, reasonFor } from './folder-fixtures.ts';

/** A GIF header of 3 by 2 pixels. */
const gif = Buffer.from('474946383961030002000000', 'hex');

describe('a table of contents', () => {
  test('gives order, groups and nesting', async () => {
    const folder = await readFolder({
      'SUMMARY.md':
        '# Contents\n* [Home](README.md)\n* [B](/b.md)\n  * [A](./sub/a.md)\n\n## Group\n* [C](c.md)\n* [Site](https://example.org)\n***\n* [D](d.md)',
      'README.md': '',
      'b.md': '',
      'sub/a.md': '',
      'c.md': '',
      'd.md': '',
    });
    expect(drawPages(folder.pages)).toEqual([
      'Home (README.md)',
      'B (b.md)',
      '  A (sub/a.md)',
      'Group [group]',
      '  C (c.md)',
      '  Site -> https://example.org',
      'D (d.md)',
    ]);
    expect(folder.skipped).toEqual([]);
  });

  test.each([
    ['a%20b%2C.md', 'a b,.md'],
    ['<a b,.md>', 'a b,.md'],
    ['a b,.md', 'a b,.md'],
    ['a%20b.md', 'a%20b.md'],
    ['a.md#part', 'a.md'],
    ['100%.md', '100%.md'],
    ['guide/', 'guide/README.md'],
    ['guide', 'guide/readme.md'],
    ['a', 'a.md'],
    ['a\\b.md', 'a/b.md'],
    ['Caf%C3%A9.md', 'Cafe\u0301.md'],
    ['f%23.md', 'f#.md'],
  ])('the link %s finds %s', async (link, path) => {
    const folder = await readFolder({ 'SUMMARY.md': `* [Title](${link})`, [path]: '' });
    expect(drawPages(folder.pages)).toEqual([`Title (${path})`]);
    expect(folder.skipped).toEqual([]);
  });

  test('a missing file is reported, its pages keep their place', async () => {
    const folder = await readFolder({
      'SUMMARY.md':
        '* [Gone](gone.md)\n* [Lost](lost.md)\n  * [A](a.md)\n    * [Deep](deep.md)\n      * [B](b.md)\n* [Up](../up.md)',
      'a.md': '',
      'b.md': '',
    });
    expect(drawPages(folder.pages)).toEqual([
      'Lost [group]',
      '  A (a.md)',
      '    Deep (no file)',
      '      B (b.md)',
    ]);
    expect(folder.skipped).toEqual([
      { path: '../up.md', reason: 'named in SUMMARY.md but outside of the folder' },
      { path: 'deep.md', reason: 'named in SUMMARY.md but missing' },
      { path: 'gone.md', reason: 'named in SUMMARY.md but missing' },
      { path: 'lost.md', reason: 'named in SUMMARY.md but missing' },
    ]);
  });

  test('of a file that is named twice the first place is kept', async () => {
    const folder = await readFolder({
      'SUMMARY.md': '* [A](a.md)\n* [Part](a.md#part)\n  * [B](b.md)\n* [A too](/a.md)',
      'a.md': '',
      'b.md': '',
    });
    expect(drawPages(folder.pages)).toEqual(['A (a.md)', 'Part [group]', '  B (b.md)']);
    expect(folder.skipped).toEqual([
      {
        path: 'a.md',
        reason:
          'named in SUMMARY.md again as "Part": the first place is kept; named in SUMMARY.md again as "A too": the first place is kept',
        isTaken: true,
      },
    ]);
  });

  test('a bullet without a link is a heading over its pages, and alone it is reported', async () => {
    const folder = await readFolder({
      'SUMMARY.md': '* Part\n  * [A](a.md)\n  * Inner\n    * [B](b.md)\n* Soon\n* [Empty]()',
      'a.md': '',
      'b.md': '',
    });
    expect(drawPages(folder.pages)).toEqual([
      'Part [group]',
      '  A (a.md)',
      '  Inner (no file)',
      '    B (b.md)',
    ]);
    expect(reasonFor(folder, 'SUMMARY.md')).toBe(
      '"Soon" names no file and has no pages; the link of "Empty" names no file',
    );
  });

  test('pages below an external link follow it; a link that is no web address is left out', async () => {
    const folder = await readFolder({
      'SUMMARY.md':
        '* [](//example.org/x)\n  * [A](a.md)\n* [Mail](mailto:a@example.org)\n* [Bad](javascript:alert(1))\n* [Pdf](x.pdf)',
      'a.md': '',
      'x.pdf': '',
    });
    expect(drawPages(folder.pages)).toEqual([
      'https://example.org/x -> https://example.org/x',
      'A (a.md)',
      'Mail -> mailto:a@example.org',
    ]);
    expect(folder.skipped).toEqual([
      { path: 'javascript:alert(1)', reason: 'named in SUMMARY.md but not a web address' },
      {
        path: 'x.pdf',
        reason: 'named in SUMMARY.md but not a markdown file; no page, but a file of the content',
        isTaken: true,
      },
    ]);
    expect(folder.files.map(({ path }) => path)).toEqual(['x.pdf']);
  });

  test('the README is the first page when it is not named, other files are reported', async () => {
    const folder = await readFolder({
      'SUMMARY.md': '* [A](a.md)',
      'README.md': '# Welcome',
      'a.md': '',
      'sub/README.md': '',
      'other.markdown': '',
    });
    expect(drawPages(folder.pages)).toEqual(['Welcome (README.md)', 'A (a.md)']);
    expect(folder.skipped).toEqual([
      { path: 'other.markdown', reason: 'not in SUMMARY.md' },
      { path: 'sub/README.md', reason: 'not in SUMMARY.md' },
    ]);
  });

  test('an empty one leaves the README only', async () => {
    const folder = await readFolder({ 'SUMMARY.md': '', 'README.md': '', 'a.md': '' });
    expect(drawPages(folder.pages)).toEqual(['README (README.md)']);
    expect(reasonFor(folder, 'a.md')).toBe('not in SUMMARY.md');
  });

  test('an unreadable one is reported, and the folders are the structure', async () => {
    const folder = await readFolder({ 'SUMMARY.md': Buffer.from([0xff]), 'a.md': '' });
    expect(drawPages(folder.pages)).toEqual(['A (a.md)']);
    expect(folder.skipped).toEqual([{ path: 'SUMMARY.md', reason: 'not valid UTF-8' }]);
  });
});

test('without a table of contents folders are the structure, sorted by name', async () => {
  const folder = await readFolder({
    'zebra.md': '---\ntitle: From front matter\n---\n# Heading',
    'README.md': '# *Start* here\ntext',
    'chapter-10.md': 'text\n## second level',
    'chapter-2.md': '```\n# code\n```\n\n# Chapter `two`',
    'guide/README.md': '',
    'guide/install.md': '',
    'no-readme/deep/x.md': '',
    'images/a.txt': '',
  });
  expect(drawPages(folder.pages)).toEqual([
    'Start here (README.md)',
    'Chapter two (chapter-2.md)',
    'Chapter 10 (chapter-10.md)',
    'Guide (guide/README.md)',
    '  Install (guide/install.md)',
    'No readme [group]',
    '  Deep (no file)',
    '    X (no-readme/deep/x.md)',
    'From front matter (zebra.md)',
  ]);
  expect(folder.skipped).toEqual([]);
});

describe('.gitbook.yaml', () => {
  test('moves root, first page and table of contents', async () => {
    const folder = await readFolder({
      '.gitbook.yaml':
        'root: ./docs/\nstructure:\n  readme: intro.md\n  summary: ./TOC.md\nredirects:\n  old: ./a.md\n  gone/: gone.md\n  unlisted: b.md\n',
      '.gitbook/assets/shared.txt': '',
      'docs/TOC.md': '* [A](/a.md)',
      'docs/a.md': '',
      'docs/b.md': '',
      'docs/intro.md': '',
      'src/main.c': '',
      'src/x/y.md': '',
      'README.md': '',
    });
    expect(drawPages(folder.pages)).toEqual(['Intro (docs/intro.md)', 'A (docs/a.md)']);
    expect(folder.files.map(({ path }) => path)).toEqual(['.gitbook/assets/shared.txt']);
    expect(folder.redirects).toEqual([{ source: 'old', path: 'docs/a.md' }]);
    expect(folder.skipped).toEqual([
      { path: 'README.md', reason: 'outside of the root "docs" (1 file)' },
      {
        path: 'docs/b.md',
        reason: 'not in TOC.md; the redirect from "unlisted" is omitted: not a page',
      },
      {
        path: 'docs/gone.md',
        reason: 'the redirect from "gone" is omitted: missing',
        isTaken: true,
      },
      { path: 'src/', reason: 'outside of the root "docs" (2 files)' },
    ]);
  });

  test.each([
    ['root: ../x', 'root leads out of the folder; its default applies'],
    ['root: nowhere', 'the root "nowhere" does not exist; the whole folder is read'],
    ['root: "', 'not valid YAML (line 1); the defaults apply'],
  ])('%j is reported and the default applies', async (text, reason) => {
    const folder = await readFolder({ '.gitbook.yaml': text, 'README.md': '' });
    expect(drawPages(folder.pages)).toEqual(['README (README.md)']);
    expect(folder.skipped).toEqual([{ path: '.gitbook.yaml', reason, isTaken: true }]);
  });
});

test('slugs come from file names and are unique among siblings', async () => {
  const folder = await readFolder({
    'SUMMARY.md':
      '* [1](README.md)\n* [2](a/Read_Me First.md)\n* [3](b/read-me-first.md)\n* [4](Crème.md)\n* [5](日本語.md)\n* [6](guide/README.md)\n* [7](++.md)\n## Read me first',
    'README.md': '',
    'a/Read_Me First.md': '',
    'b/read-me-first.md': '',
    'Crème.md': '',
    '日本語.md': '',
    'guide/README.md': '',
    '++.md': '',
  });
  expect(folder.pages.map((page) => (page.type === 'link' ? '' : page.slug))).toEqual([
    'readme',
    'read-me-first',
    'read-me-first-1',
    'creme',
    '日本語',
    'guide',
    'page',
    'read-me-first-2',
  ]);
});

test('pages are kept byte for byte', async () => {
  const sources = {
    'bom.md': '\uFEFF# Title\r\n\r\ntext  \r\n',
    'broken.md': '---\ntitle: "\n---\n\n\ttext\n\n\n',
    'matter.md': '---\r\ntitle: x\r\n---\r\ntext',
    'empty.md': '',
  };
  const folder = await readFolder(sources);
  const read = documentsOf(folder.pages).map((page) => [
    page.path,
    page.frontMatter + page.markdown,
  ]);
  expect(Object.fromEntries(read)).toEqual(sources);
  expect(folder.skipped).toEqual([
    {
      path: 'broken.md',
      reason: expect.stringContaining('front matter ignored: not valid YAML'),
      isTaken: true,
    },
  ]);
});

test('page attributes and covers', async () => {
  const folder = await readFolder({
    'guide/a.md':
      '---\nicon: book\nlayout:\n  title:\n    visible: false\ncover: ../img/c.gif\ncoverDark: https://example.org/d.png\ncoverY: 3\n---\n',
    'guide/b.md': '---\ncover: ../img/missing.gif\n---\n',
    'img/c.gif': gif,
  });
  const [a, b] = documentsOf(folder.pages);
  expect(a).toMatchObject({
    icon: 'book',
    layout: { title: false },
    cover: {
      ref: { kind: 'file', path: 'img/c.gif' },
      refDark: { kind: 'url', url: 'https://example.org/d.png' },
      yPos: 3,
    },
  });
  expect(b).not.toHaveProperty('cover');
});

test('files which are no pages, hidden ones reported', async () => {
  const folder = await readFolder({
    'a.md': '',
    '.gitbook/assets/ok.gif': gif,
    '.gitbook/assets/broken.png': 'no image',
    '.gitbook/assets/.DS_Store': '',
    'openapi.yaml': 'a',
    LICENSE: 'b',
    '.gitignore': 'c',
  });
  expect(folder.files).toEqual([
    {
      path: '.gitbook/assets/broken.png',
      name: 'broken.png',
      size: 8,
      contentType: 'image/png',
    },
    {
      path: '.gitbook/assets/ok.gif',
      name: 'ok.gif',
      size: 12,
      contentType: 'image/gif',
      dimensions: { width: 3, height: 2 },
    },
    { path: 'LICENSE', name: 'LICENSE', size: 1, contentType: 'application/octet-stream' },
    { path: 'openapi.yaml', name: 'openapi.yaml', size: 1, contentType: 'text/yaml' },
  ]);
  expect(folder.skipped).toEqual([
    { path: '.gitbook/assets/.DS_Store', reason: 'a hidden file' },
    { path: '.gitignore', reason: 'a hidden file' },
    { path: 'LICENSE', reason: 'no page, but a file of the content', isTaken: true },
    { path: 'openapi.yaml', reason: 'no page, but a file of the content', isTaken: true },
  ]);
});

describe('what is over a limit is reported', () => {
  const oversized = { 'a.md': 'aaaa', 'b.md': 'bb', 'x.txt': 'xxxx', 'y.txt': 'yy', 'zz.txt': '' };
  test.each([
    [{ pageBytesMax: 3 }, 'a.md', 'larger than 3 bytes'],
    [{ pageBytesTotalMax: 5 }, 'b.md', 'all pages together are over 5 bytes'],
    [{ fileBytesMax: 3 }, 'x.txt', 'larger than 3 bytes'],
    [{ fileBytesTotalMax: 5 }, 'y.txt', 'all files together are over 5 bytes'],
    [{ fileCountMax: 4 }, 'zz.txt', 'over the limit of 4 files'],
    [{ pathLengthMax: 5 }, 'zz.txt', 'path over 5 characters'],
  ])('%j', async (limits, path, reason) => {
    const folder = await readFolder(oversized, limits);
    expect(reasonFor(folder, path)).toBe(reason);
    expect(documentsOf(folder.pages).map((page) => page.path)).not.toContain(path);
    expect(folder.files.map((file) => file.path)).not.toContain(path);
  });

  test('the configuration', async () => {
    const content = { '.gitbook.yaml': 'root: docs', 'docs/a.md': '', 'b.md': '' };
    const folder = await readFolder(content, { configurationBytesMax: 9 });
    expect(reasonFor(folder, '.gitbook.yaml')).toBe('larger than 9 bytes');
    expect(documentsOf(folder.pages)).toHaveLength(2);
  });

  test('redirects', async () => {
    const text = 'redirects:\n  x: a.md\n  y: a.md\n';
    const folder = await readFolder({ '.gitbook.yaml': text, 'a.md': '' }, { redirectCountMax: 1 });
    expect(folder.redirects).toEqual([{ source: 'x', path: 'a.md' }]);
    expect(reasonFor(folder, 'a.md')).toBe('the redirect from "y" is omitted: over 1 redirects');
  });
});

test('text that is not text is skipped with the reason', async () => {
  const folder = await readFolder({
    'SUMMARY.md': '* [Latin](latin1.md)\n  * [A](a.md)\n* [Nul](nul.md)',
    'latin1.md': Buffer.from('caf\u00e9', 'latin1'),
    'nul.md': 'a\0b',
    'a.md': '',
  });
  expect(drawPages(folder.pages)).toEqual(['Latin [group]', '  A (a.md)']);
  expect(folder.skipped).toEqual([
    { path: 'latin1.md', reason: 'not valid UTF-8' },
    { path: 'nul.md', reason: 'contains a NUL character' },
  ]);
});

test.each(['../a.md', '/a.md', 'a//b.md', './a.md', 'a\\b.md', 'a\n.md', 'a\ud800.md'])(
  'the path %j of a source is refused',
  async (path) => {
    const folder = await readDocsFolder(memoryFolder({ [path]: '' }));
    expect(folder.pages).toEqual([]);
    expect(folder.skipped.map(({ reason }) => reason)).toEqual([
      'the path is not a plain relative path',
    ]);
  },
);

test('a file that disappears between listing and reading is reported', async () => {
  const source = memoryFolder({ 'a.md': '', 'b.png': '' });
  source.read = () => Promise.reject(new Error('/secret/place/a.md'));
  const folder = await readDocsFolder(source, docsFolderLimits);
  expect(folder.skipped).toEqual([{ path: 'a.md', reason: 'cannot be read' }]);
});
