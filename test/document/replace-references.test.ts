import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ContentReference } from '../../src/document/document-tree.ts';
import { replaceReferences } from '../../src/document/replace-references.ts';
import { normalizeDocument } from '../../src/document/input/normalize-document.ts';
import { documentToMarkdown } from '../../src/document/writing/document-to-markdown.ts';
import { arbitraryDocument } from './arbitrary-document.ts';
import { lawCount } from '../support/law-count.ts';

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
      { numRuns: lawCount(50) },
    );
  });
});

describe('addresses beside text that only looks like one', () => {
  const addresses = new Map([
    ['docgraph:page/page_a', '../a.md'],
    ['docgraph:page/page_b', 'b.md'],
    ['docgraph:file/file_f', '../f.png'],
  ]);
  const replaceAll = (markdown: string) =>
    replaceReferences({
      markdown,
      targets: { byName: new Map(), byPath: new Map(), byAddress: addresses },
    }).markdown;

  const source = [
    '[a](docgraph:page/page_a "T") <!-- c --> &copy;',
    "[ref][r] and ![p][pp] and [q](<docgraph:page/page_a> 'ti')",
    '| [x](docgraph:page/page_b) | ![y](docgraph:file/file_f) |\n|--|:-:|\n| [z](docgraph:page/page_b "zt") |  2 |',
    '{% content-ref url="docgraph:page/page_b" %}\n[b](docgraph:page/page_b)\n{% endcontent-ref %}',
    '[r]: docgraph:page/page_a "RT"\n[pp]: docgraph:file/file_f',
    'Text[^1].\n\n[^1]: Note [n](docgraph:page/page_b "nt").',
  ].join('\n\n');
  const replaced = [...addresses].reduce(
    (text, [address, path]) => text.replaceAll(address, path),
    source,
  );

  it.each([
    'see docgraph:page/page_a in text',
    '`x docgraph:page/page_a` code',
    '[broken](docgraph:page/page_b',
    '```\n(docgraph:page/page_a)\n```',
  ])('are replaced, which stays: %s', (text) => {
    expect(replaceAll(`${source}\n\n${text}\n`)).toBe(`${replaced}\n\n${text}\n`);
  });

  it('are replaced in its block too', () => {
    const list = '* docgraph:page/page_a text\n* [k](docgraph:page/page_b "kt")\n';
    expect(replaceAll(`${source}\n\n${list}`)).toBe(
      `${replaced}\n\n${list.replace('docgraph:page/page_b', 'b.md')}`,
    );
  });
});
