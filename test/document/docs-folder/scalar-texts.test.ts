import { expect, test } from 'vitest';
import { parseFrontMatter } from '../../../src/document/docs-folder/parse-front-matter.ts';
import { parseGitbookYaml } from '../../../src/document/docs-folder/parse-gitbook-yaml.ts';
import { parseYaml } from '../../../src/document/docs-folder/parse-yaml.ts';
import type { PageEntry } from '../../../src/revisions/store/entry.ts';
import { pageFile } from '../../../src/features/git/export/write-front-matter.ts';
import { readFolder } from './folder-fixtures.ts';

const texts = [
  ...['1.10', '007', '1e3', 'true', 'False', '12345678901234567890', '0x1F', '+5', '-0', '1.0'],
  ...['.5', '.inf', '.NaN', '0o17', '1_000', '2024-01-01', '12:30', 'yes', '1.2.3'],
];

test.each(texts)('keeps the text of a scalar as it is written: %s', async (text) => {
  const front = `---\ntitle: ${text}\ndescription: ${text}\nicon: ${text}\n---\n`;
  const parsed = parseFrontMatter(`${front}Text.\n`);
  expect(parsed).toMatchObject({ title: text, attributes: { description: text, icon: text } });
  const folder = await readFolder({
    'page.md': `${front}# Heading\n`,
    '.gitbook/includes/shared.md': `${front}Shared.\n`,
  });
  expect(folder.pages).toMatchObject([{ title: text, description: text }]);
  expect(folder.reusableContents).toMatchObject([{ title: text }]);
  const settings = `root: ${text}\nstructure:\n  summary: ${text}\nredirects:\n  ${text}: ${text}\n`;
  expect(parseGitbookYaml(settings)).toMatchObject({
    root: text,
    summary: text,
    redirects: [{ source: text, target: text }],
    problems: [],
  });
});

test('takes null and an empty value for no value', () => {
  for (const value of ['', 'null', '~']) {
    const { title, attributes } = parseFrontMatter(`---\ntitle: ${value}\nicon: ${value}\n---\n`);
    expect([title, attributes]).toEqual([undefined, {}]);
  }
  expect(parseFrontMatter('---\ntitle: "null"\n---\n').title).toBe('null');
});

test('reads flags, numbers and conditions as before, however they are written', () => {
  const { attributes, cover } = parseFrontMatter(
    '---\nhidden: TRUE\nnoIndex: False\nif: True\ncover: a.png\ncoverY: 1.50\n---\n',
  );
  expect(attributes).toEqual({ hidden: true, noIndex: false, condition: 'true' });
  expect(cover).toMatchObject({ yPos: 1.5 });
});

const page: PageEntry = {
  id: 'page_1',
  type: 'document',
  ...{ parent: null, position: 'a0', title: 'T', slug: 't', createdAt: '', updatedAt: '' },
};
const context = { path: 'page.md', filePaths: new Map<string, string>() };
const write = (values: object, source: string) =>
  pageFile({ ...page, ...values }, Buffer.from(source), context).toString();

test('changes the values of a front matter that change, and no other byte', () => {
  const rest = [
    '# A note',
    'version:   1.10   # as released',
    'build: 007',
    'id: 12345678901234567890',
    "quoted: 'x'",
    'list:   [ a,b ]',
    'nested:',
    '    deep: 1e3',
    '',
  ].join('\n');
  const tail = '# the end\n';
  const source = `---\n${rest}description: Old # why\n${tail}---\n\nText.\n`;
  expect(write({ description: 'New' }, source)).toBe(
    `---\n${rest}description: New # why\n${tail}---\n\nText.\n`,
  );
  expect(write({}, source)).toBe(`---\n${rest}${tail}---\n\nText.\n`);
  expect(write({ description: '1.10' }, source)).toBe(
    `---\n${rest}description: "1.10" # why\n${tail}---\n\nText.\n`,
  );
  expect(write({ description: 'Old', icon: 'rocket' }, source)).toBe(
    `---\n${rest}description: Old # why\nicon: rocket\n${tail}---\n\nText.\n`,
  );
  const windows = source.replaceAll('\n', '\r\n');
  expect(write({ description: 'New' }, windows)).toBe(
    `---\n${rest}description: New # why\n${tail}---\n\nText.\n`.replaceAll('\n', '\r\n'),
  );
});

test('keeps the values of a front matter on one line, or with aliases of what changes', () => {
  expect(
    parseFrontMatter(write({ description: 'B' }, '---\n{description: A, v: 1.10}\n---\n')),
  ).toMatchObject({
    attributes: { description: 'B' },
    frontMatter: expect.stringContaining('1.10') as string,
  });
  const written = write({ description: 'B' }, '---\ndescription: &d A\nother: *d\n---\n');
  expect(written).toContain('other: A');
  expect(parseFrontMatter(written).attributes).toEqual({ description: 'B' });
});

test('keeps the values beside expressions, tags, control characters and collections', () => {
  const rest =
    'a: {{ page.title }}\nb: !custom x\n? [c, d]\n: e\nf: \u0007\n"g": [x, "]" ] # list\n';
  const source = `---\n${rest}description: [\n  A, # one\n  ] # two\n---\nText.\n`;
  expect(write({ description: 'B' }, source)).toBe(
    `---\n${rest}description: B # two\n---\nText.\n`,
  );
  const { map } = parseYaml(rest);
  expect(map).toEqual({ a: { '?': null }, b: 'x', '?': 'e', f: '\u0007', g: ['x', ']'] });
});

test('edits a layout within its lines', () => {
  const source =
    '---\nlayout:\n    width: wide # room\n    title:\n        visible: false\n---\nText.\n';
  expect(write({ layout: { width: 'default', title: false, outline: true } }, source)).toBe(
    '---\nlayout:\n    width: default # room\n    title:\n        visible: false\n    outline:\n      visible: true\n---\nText.\n',
  );
});
