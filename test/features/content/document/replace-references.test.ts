import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ContentReference } from '../../../../src/features/content/document/document-tree.ts';
import { replaceReferences } from '../../../../src/features/content/document/replace-references.ts';
import { normalizeDocument } from '../../../../src/features/content/document/input/normalize-document.ts';
import { documentToMarkdown } from '../../../../src/features/content/document/writing/document-to-markdown.ts';
import { arbitraryDocument } from './arbitrary-document.ts';

const page = { kind: 'page', page: 'page_new' } as const;
const file = { kind: 'file', file: 'file_new' } as const;

function replace(
  markdown: string,
  names: Record<string, ContentReference> = {},
  paths: Record<string, ContentReference> = {},
) {
  return replaceReferences({
    markdown,
    targets: {
      byName: new Map(Object.entries(names)),
      byPath: new Map(Object.entries(paths)),
      filePath: 'guides/start.md',
    },
  });
}

describe('the references of a text', () => {
  it.each([
    ['[a](other.md)', '[a](docgraph:page/page_new)'],
    ['[a](other.md#place)', '[a](docgraph:page/page_new#place)'],
    ['[a](docgraph:page/page_old#x)', '[a](docgraph:page/page_new#x)'],
    ['![](../a%20b.png)', '![](docgraph:file/file_new)'],
    ['{% file src="../a b.png" %}', '{% file src="file_new" %}'],
    ['{% content-ref url="other.md" %}', '{% content-ref url="docgraph:page/page_new" %}'],
  ])('%s become %s', (before, after) => {
    const names = { page_old: page };
    const paths = { 'guides/other.md': page, 'a b.png': file };
    expect(replace(`${before}\n`, names, paths).markdown.trim()).toContain(after);
  });

  it.each([
    ...['[a](https://a.example.com/other.md)', '[a](/other.md)', '[a](#other.md)', '`other.md`'],
    ...['![](other.md)', '[a](docgraph:space/sp_1/page/page_old)', '{% embed url="page_old" %}'],
  ])('%s stay as they are', (markdown) => {
    const answer = replace(markdown, { page_old: page }, { 'guides/other.md': page });
    expect(answer).toEqual({ markdown, names: [] });
  });

  it('are named when they are replaced, and what is around them is kept byte for byte', () => {
    const markdown = '__a__   b\n\n[c](x:y)\n\n* d\n* e\n';
    expect(replace(markdown, { 'x:y': { kind: 'url', url: 'https://z.example.com/' } })).toEqual({
      markdown: '__a__   b\n\n[c](https://z.example.com/)\n\n* d\n* e\n',
      names: ['x:y'],
    });
  });

  it('without targets, no text changes', () => {
    fc.assert(
      fc.property(arbitraryDocument, (document) => {
        const markdown = documentToMarkdown(normalizeDocument(document));
        expect(replace(markdown)).toEqual({ markdown, names: [] });
      }),
      { numRuns: 50 },
    );
  });
});
