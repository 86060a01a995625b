import { expect, test } from 'vitest';
import { docsFolderLimits } from '../../../src/document/docs-folder/docs-folder-limits.ts';
import { readDocsFolder } from '../../../src/document/docs-folder/read-docs-folder.ts';
import { drawPages, memoryFolder, readFolder } from './folder-fixtures.ts';

test('markdown that pages include is no page, but reusable content', async () => {
  const folder = await readFolder({
    '.gitbook.yaml': 'root: docs\n',
    'docs/SUMMARY.md': '* [A](a.md)',
    'docs/a.md': '{% include "../.gitbook/includes/be-careful.md" %}\n',
    'docs/.gitbook/includes/deep/note.markdown': 'Note.\r\n',
    'docs/.gitbook/includes/picture.gif': 'bytes',
    '.gitbook/includes/be-careful.md': '---\ntitle: Careful!\n---\n# Mind\n',
    '.gitbook/includes/broken.md': Buffer.from([0xff]),
  });
  expect(drawPages(folder.pages)).toEqual(['A (docs/a.md)']);
  expect(folder.reusableContents).toEqual([
    {
      title: 'Careful!',
      path: '.gitbook/includes/be-careful.md',
      frontMatter: '---\ntitle: Careful!\n---\n',
      markdown: '# Mind\n',
    },
    {
      title: 'Note',
      path: 'docs/.gitbook/includes/deep/note.markdown',
      frontMatter: '',
      markdown: 'Note.\r\n',
    },
  ]);
  expect(folder.files.map(({ path }) => path)).toEqual(['docs/.gitbook/includes/picture.gif']);
  expect(folder.skipped).toEqual([
    { path: '.gitbook/includes/broken.md', reason: 'not valid UTF-8' },
  ]);
});

test('what is over the limit is reported', async () => {
  const source = memoryFolder({
    'a.md': '',
    '.gitbook/includes/b.md': '',
    '.gitbook/includes/c.md': '',
  });
  const limits = { ...docsFolderLimits, reusableContentCountMax: 1 };
  const folder = await readDocsFolder(source, limits);
  expect(folder.reusableContents.map(({ path }) => path)).toEqual(['.gitbook/includes/b.md']);
  expect(folder.skipped).toEqual([
    { path: '.gitbook/includes/c.md', reason: 'over the limit of 1 files to include' },
  ]);
});
