import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { DocumentTree } from '../../src/document/document-tree.ts';
import { documentSchema } from '../../src/document/input/document-schema.ts';
import { normalizeDocument } from '../../src/document/input/normalize-document.ts';
import { markdownToDocument } from '../../src/document/markdown-to-document.ts';
import { documentToMarkdown } from '../../src/document/writing/document-to-markdown.ts';
import { arbitraryDocument } from './arbitrary-document.ts';
import { expectValid } from './support.ts';
import { lawCount } from '../support/law-count.ts';

const parse = (markdown: string) => markdownToDocument(markdown, { hasFrontMatter: false });

test('a document is read from its markdown again, node for node', () => {
  fc.assert(
    fc.property(arbitraryDocument, (document: DocumentTree) => {
      expectValid(document);
      const tree = documentSchema.parse(structuredClone(document));
      const markdown = documentToMarkdown(tree);
      const read = parse(markdown);
      expectValid(read);
      expect({ markdown, tree: normalizeDocument(read) }).toEqual({ markdown, tree });
    }),
    { numRuns: lawCount(150) },
  );
});

test('the normal form of a document is its own normal form', () => {
  fc.assert(
    fc.property(arbitraryDocument, (document) => {
      const tree = normalizeDocument(document);
      expect(normalizeDocument(tree)).toEqual(tree);
    }),
    { numRuns: lawCount(100) },
  );
});

test.each([
  'A *simple* page\n',
  '# Title <a href="#title" id="title"></a>\n\nText with **bold**, _italic_ and `code`.\n',
  '* one\n* two\n  * nested\n\n1. first\n2. second\n',
  '| A | B |\n| --- | ---: |\n| x | y |\n',
  '{% hint style="info" %}\nText\n{% endhint %}\n',
  '```js\nconst a = "*";\n```\n',
  'Text with a note[^1].\n\n[^1]: The note.\n',
  'snake_case, 2 < 3 & {% unknown tag="*" %}, C:\\dir and <https://a.b/c_d>\n',
])('what people write is written so: %j', (markdown) => {
  const written = documentToMarkdown(normalizeDocument(parse(markdown)));
  expect(written).toBe(markdown.replace('*simple*', '_simple_'));
});
