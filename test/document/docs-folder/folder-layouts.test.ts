import { describe, expect, test } from 'vitest';
import { drawPages, readFolder } from './folder-fixtures.ts';

const skippedOf = ({ skipped }: { skipped: { path: string; reason: string }[] }) =>
  Object.fromEntries(skipped.map(({ path, reason }) => [path, reason]));

describe('an mdBook', () => {
  const summary = [
    '# Summary',
    '',
    '[Introduction](intro.md)',
    '[Preface](preface.md)',
    '',
    '# User Guide',
    '',
    '- [Getting started](start.md)',
    '    - [Install it](start/install.md)',
    '- [Not written yet]()',
    '',
    '---',
    '',
    '- [Reference](reference/README.md)',
    '',
    '[Contributors](misc/contributors.md)',
    '',
  ].join('\n');
  const pages = {
    ...{ 'intro.md': 'I', 'preface.md': 'P', 'start.md': 'S', 'start/install.md': 'I' },
    ...{ 'reference/README.md': 'R', 'misc/contributors.md': 'C', 'README.md': 'U' },
  };
  const below = (folder: string) =>
    Object.fromEntries(
      Object.entries({ ...pages, 'SUMMARY.md': summary }).map(([path, text]) => [
        `${folder}/${path}`,
        text,
      ]),
    );

  test.each([
    ['src', '[book]\ntitle = "Mine"\n'],
    ['src', ''],
    [
      'docs/book',
      '# Settings\n[build]\nsrc = "no"\n\n[book]\ntitle = "M"\nsrc = "docs/book" # here\n[output.html]\n',
    ],
    ['text', "book.src = 'text'\n"],
  ])('in %s is read as mdBook reads it', async (root, toml) => {
    const folder = await readFolder({ 'book.toml': toml, 'README.md': '# Repo', ...below(root) });
    expect(drawPages(folder.pages)).toEqual([
      `Introduction (${root}/intro.md)`,
      `Preface (${root}/preface.md)`,
      'User Guide [group]',
      `  Getting started (${root}/start.md)`,
      `    Install it (${root}/start/install.md)`,
      `Reference (${root}/reference/README.md)`,
      `Contributors (${root}/misc/contributors.md)`,
    ]);
    const skipped = skippedOf(folder);
    expect(skipped[`${root}/README.md`]).toBe('not in SUMMARY.md');
    expect(skipped[`${root}/SUMMARY.md`]).toContain('"Not written yet" names no file');
    expect(skipped['README.md']).toContain('outside of the root');
  });

  test('is no mdBook without its table of contents, or with settings of the platform', async () => {
    const { 'src/SUMMARY.md': _summary, ...rest } = below('src');
    const plain = await readFolder({ 'book.toml': '', ...rest });
    expect(drawPages(plain.pages)[0]).toMatch(/^Src/);
    const both = await readFolder({ 'book.toml': '', '.gitbook.yaml': 'root: src/start', ...rest });
    expect(drawPages(both.pages)).toEqual(['Install (src/start/install.md)']);
  });
});

describe('a book.json of older versions', () => {
  const files = {
    'docs/HOME.md': '# Home\n',
    'docs/CONTENTS.md': '* [The page](page.md)\n',
    'docs/page.md': 'Page.\n',
    'README.md': 'Repo.\n',
  };

  test('says where the documentation is', async () => {
    const book = { root: './docs', structure: { readme: 'HOME.md', summary: 'CONTENTS.md' } };
    const folder = await readFolder({ ...files, 'book.json': JSON.stringify(book) });
    expect(drawPages(folder.pages)).toEqual(['Home (docs/HOME.md)', 'The page (docs/page.md)']);
    expect(skippedOf(folder)).toEqual({ 'README.md': 'outside of the root "docs" (1 file)' });
  });

  test.each(['{', '[]', '{"structure":1}'])('that is broken is reported: %s', async (text) => {
    const folder = await readFolder({ 'README.md': '# Hi\n', 'book.json': text });
    expect(drawPages(folder.pages)).toEqual(['Hi (README.md)']);
    expect(skippedOf(folder)['book.json']).toMatch(/not valid JSON|not a JSON object|not a map/);
  });
});

test('settings that are not read, and root files of other kinds, are reported by name', async () => {
  const folder = await readFolder({
    'README.md': '# Hi\n',
    '.gitbook.yml': 'root: docs\n',
    '.gitbook/tags.yaml': '- a\n',
    '.gitbook/vars.yml': 'a: 1\n',
    Makefile: 'all:\n',
    'package.json': '{}',
    'picture.png': 'x',
    'data/table.csv': 'a',
  });
  expect(skippedOf(folder)).toEqual({
    '.gitbook.yml': 'settings that are not read: only ".gitbook.yaml" is',
    '.gitbook/tags.yaml': 'tags of pages, which content here does not have',
    '.gitbook/vars.yml': 'variables that are not read: only ".gitbook/vars.yaml" is',
    Makefile: 'no page, but a file of the content',
    'package.json': 'no page, but a file of the content',
  });
  expect(folder.files.map(({ path }) => path)).toContain('Makefile');
});

test('an entry of a table of contents that is a block of settings is reported', async () => {
  const block = [
    '```yaml',
    'props:',
    '  models: true',
    'type: builtin:openapi',
    'dependencies:',
    '  spec:',
    '    ref:',
    '      kind: openapi',
    '      spec: petstore',
    '```',
  ].join('\n    ');
  const summary = `* [Home](README.md)\n  * ${block}\n* [Next](next.md)\n`;
  const folder = await readFolder({ 'README.md': 'H', 'next.md': 'N', 'SUMMARY.md': summary });
  expect(drawPages(folder.pages)).toEqual(['Home (README.md)', 'Next (next.md)']);
  expect(folder.skipped).toEqual([
    {
      path: 'SUMMARY.md',
      reason:
        'the entry "builtin:openapi of petstore" is omitted: pages that are computed are put in by hand',
    },
  ]);
});

describe('variables of a folder', () => {
  test('are those of the settings and of the front matter, as they are written', async () => {
    const folder = await readFolder({
      '.gitbook.yaml': 'root: docs\n',
      'docs/.gitbook/vars.yaml':
        'version: 1.10\nbuild: 007\nmajor: 3\nbeta: true\nid: 12345678901234567890\nname: "3"\n',
      'docs/README.md': '---\nvars:\n  product: Acme\n  year: 2026\n---\n# Hi\n',
      'docs/plain.md': 'Plain.\n',
    });
    expect(folder.variables).toEqual({
      ...{ version: '1.10', build: '007', major: 3, beta: true },
      ...{ id: '12345678901234567890', name: '3' },
    });
    expect(folder.pages).toMatchObject([{ variables: { product: 'Acme', year: 2026 } }, {}]);
    expect(folder.pages[1]).not.toHaveProperty('variables');
    expect(folder.skipped).toEqual([]);
  });

  test('that cannot be variables are reported, each by its name', async () => {
    const folder = await readFolder({
      '.gitbook/vars.yaml': `1a: x\nmap: { a: 1 }\nnone:\nlong: ${'x'.repeat(257)}\n__proto__: 4\ngood: y\n`,
      'README.md': '---\nvars: [1]\n---\nText.\n',
      'page.md': '---\nvars: {__proto__: 4, a: b}\n---\nText.\n',
    });
    expect(folder.variables).toEqual({ good: 'y' });
    const skipped = skippedOf(folder);
    expect(skipped['README.md']).toBe('the variables are not a map');
    for (const name of ['1a', 'map', 'none', 'long', '__proto__']) {
      expect(skipped['.gitbook/vars.yaml']).toContain(`the variable "${name}" is omitted`);
    }
    expect(folder.pages[1]).toHaveProperty('variables', { a: 'b' });
    expect(skipped['page.md']).toContain('the variable "__proto__" is omitted');
  });

  test.each([
    ['a: *x\n', 'not valid YAML (line 1: "*x" refers to no value before it)'],
    ['a: *x\nb: &x 1\n', 'not valid YAML (line 1: "*x" refers to no value before it)'],
    ['a: 1\nb: &x [*x]\n', 'not valid YAML (line 2: "*x" refers to no value before it)'],
    ['a: 1\n---\nb: 2\n', 'not valid YAML (line 3: a second document begins)'],
  ])('in %j are reported with what is broken, as are settings', async (yaml, problem) => {
    const folder = await readFolder({
      ...{ '.gitbook/vars.yaml': yaml, '.gitbook.yaml': yaml, 'README.md': 'Text.\n' },
    });
    const settings = `${problem}; the defaults apply`;
    expect(skippedOf(folder)).toEqual({ '.gitbook/vars.yaml': problem, '.gitbook.yaml': settings });
  });

  test('in front matter with an alias of nothing are reported so', async () => {
    const folder = await readFolder({ 'README.md': '---\ntitle: *x\n---\nText.\n' });
    const problem = 'not valid YAML (line 2: "*x" refers to no value before it)';
    expect(skippedOf(folder)).toEqual({ 'README.md': `front matter ignored: ${problem}` });
  });
});
