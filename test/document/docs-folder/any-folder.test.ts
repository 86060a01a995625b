import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { DocsPage } from '../../../src/document/docs-folder/docs-folder.ts';
import { docsFolderLimits } from '../../../src/document/docs-folder/docs-folder-limits.ts';
import { readDocsFolder } from '../../../src/document/docs-folder/read-docs-folder.ts';
import { documentsOf, memoryFolder } from './folder-fixtures.ts';
import { lawCount } from '../../support/law-count.ts';

const name = fc.constantFrom('README.md', 'a.md', 'b.md', 'c d.md', 'x.png', '.hidden', 'y.svg');
const path = fc
  .tuple(fc.array(fc.constantFrom('docs', 'guide', '.gitbook', 'assets'), { maxLength: 3 }), name)
  .map(([folders, file]) => [...folders, file].join('/'));
const pieces = fc.constantFrom(
  '* [A](a.md)', '  - [B](<c d.md>)', '\t+ [C](docs/README.md)', '    * [D](docs/guide/a.md#x)',
  '## Group', '***', '---', 'title: "x', 'layout: { cover: false }', 'cover: x.png', '<!--', '-->',
  'root: docs', 'redirects: {a: a.md}', '* [E](https://example.org)', '* text', '', '```', '# One',
  '\u200Bstructure: {summary: docs/a.md}', '<svg width="1" height="2">',
); // oxfmt-ignore
const text = fc.array(pieces, { maxLength: 12 }).map((lines) => lines.join('\n'));
const data = fc.oneof(text, fc.uint8Array({ maxLength: 60 }), fc.string({ unit: 'binary' }));
const folders = fc
  .tuple(
    fc.dictionary(path, data, { maxKeys: 12 }),
    fc.record({ 'SUMMARY.md': data, '.gitbook.yaml': data }, { requiredKeys: [] }),
  )
  .map(([files, configuration]) => ({ ...files, ...configuration }));

test('any folder is read, and every file of it is a page, a file or reported: once', async () => {
  await fc.assert(
    fc.asyncProperty(folders, async (content) => {
      const source = memoryFolder(content);
      const folder = await readDocsFolder(source);
      const pages = documentsOf(folder.pages);
      const taken = [...pages, ...folder.files].map((file) => file.path);
      expect(new Set(taken).size).toBe(taken.length);
      const skipped = folder.skipped.map((entry) => entry.path);
      expect(new Set(skipped).size).toBe(skipped.length);

      for (const { path: file } of await source.list()) {
        const isReported = skipped.some((entry) =>
          entry.endsWith('/') ? file.startsWith(entry) : entry === file,
        );
        const isConfiguration = /(^|\/)SUMMARY\.md$|^\.gitbook\.yaml$|a\.md$/.test(file);
        expect(taken.includes(file) || isReported || isConfiguration, file).toBe(true);
      }
      for (const page of pages) {
        const bytes = Buffer.from(page.frontMatter + page.markdown);
        expect(bytes.equals(await source.read(page.path))).toBe(true);
      }
      expectWellFormed(folder.pages, true);
    }),
    { numRuns: lawCount(500) },
  );
});

function expectWellFormed(pages: DocsPage[], isTop: boolean): void {
  const slugs = pages.flatMap((page) => (page.type === 'link' ? [] : [page.slug]));
  expect(new Set(slugs).size).toBe(slugs.length);
  for (const page of pages) {
    expect(page.title).not.toBe('');
    if (page.type === 'group') expect(isTop).toBe(true);
    if (page.type !== 'link') expectWellFormed(page.pages, false);
  }
}

test('any bytes after an image signature are measured or not, and never stall', async () => {
  const signatures = ['ffd8ffe0', '89504e470d0a1a0a', '3c737667', '52494646', '0000001866747970'];
  const image = fc
    .tuple(fc.constantFrom(...signatures), fc.uint8Array({ maxLength: 2000 }))
    .map(([signature, rest]) => Buffer.concat([Buffer.from(signature, 'hex'), rest]));
  await fc.assert(
    fc.asyncProperty(image, async (bytes) => {
      const folder = await readDocsFolder(memoryFolder({ 'x.png': bytes }), docsFolderLimits);
      expect(folder.files).toHaveLength(1);
    }),
  );
});
