import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Block, DocumentTree } from '../../src/document/document-tree.ts';
import { createParagraph, createText } from '../../src/document/document-nodes.ts';
import { documentSchema } from '../../src/document/input/document-schema.ts';
import { normalizeDocument } from '../../src/document/input/normalize-document.ts';
import { rewriteMarkdown } from '../../src/document/source-preserving/rewrite-markdown.ts';
import { markdownToDocument } from '../../src/document/markdown-to-document.ts';
import { documentToMarkdown } from '../../src/document/writing/document-to-markdown.ts';
import { arbitraryDocument } from './arbitrary-document.ts';
import { lawCount } from '../support/law-count.ts';

const parse = (markdown: string) =>
  normalizeDocument(markdownToDocument(markdown, { hasFrontMatter: false }));
const edited = createParagraph([createText('EDITED')]);

/** A document with other blocks at the top. */
function withNodes(tree: DocumentTree, nodes: readonly Block[]): DocumentTree {
  return normalizeDocument({ ...tree, nodes: [...nodes] });
}

/** Fails unless all that an edit does not touch is there byte for byte, before and after it. */
function expectKept(markdown: string, written: string): void {
  const [before = '', after = ''] = written.split('EDITED');
  expect(markdown.startsWith(before.trimEnd())).toBe(true);
  expect(markdown.trimEnd().endsWith(after.trim())).toBe(true);
}

/** What holds for every page, for some of its blocks. */
function expectLaws(markdown: string, step: number): void {
  const tree = parse(markdown);
  expect(documentSchema.parse(markdownToDocument(markdown, { hasFrontMatter: false }))).toEqual(
    tree,
  );
  expect(parse(documentToMarkdown(tree))).toEqual(tree);
  expect(rewriteMarkdown(markdown, tree)).toBe(markdown);
  for (let index = 0; index < tree.nodes.length; index += step) {
    const before = tree.nodes.slice(0, index);
    const after = tree.nodes.slice(index + 1);
    const replaced = withNodes(tree, [...before, edited, ...after]);
    const written = rewriteMarkdown(markdown, replaced);
    expect(parse(written)).toEqual(replaced);
    expectKept(markdown, written);
    const removed = withNodes(tree, [...before, ...after]);
    expect(parse(rewriteMarkdown(markdown, removed))).toEqual(removed);
  }
}

const fixtures = path.resolve(import.meta.dirname, '../fixtures/documents');

describe('a page of the corpus keeps its text but for what is edited', () => {
  test.each(readdirSync(fixtures))('%s', (file) => {
    expectLaws(readFileSync(path.join(fixtures, file), 'utf8'), 1);
  });
});

const realDocs = path.resolve(import.meta.dirname, '../../../shared/real-docs');

describe.skipIf(!existsSync(realDocs))('real documentation', () => {
  test('keeps its text but for what is edited', () => {
    const files = readdirSync(realDocs, { recursive: true, encoding: 'utf8' });
    const pages = files.filter((file) => file.endsWith('.md'));
    expect(pages.length).toBeGreaterThan(100);
    for (const file of pages) {
      const markdown = readFileSync(path.join(realDocs, file), 'utf8');
      const tree = parse(markdown);
      const index = Math.floor(tree.nodes.length / 2);
      const nodes = tree.nodes.toSpliced(index, 1, edited);
      expect({ file, markdown: rewriteMarkdown(markdown, tree) }).toEqual({ file, markdown });
      const replaced = withNodes(tree, nodes);
      const written = rewriteMarkdown(markdown, replaced);
      expect({ file, tree: parse(written) }).toEqual({ file, tree: replaced });
      expect(parse(documentToMarkdown(tree))).toEqual(tree);
    }
  });
});

test('any document can take the place of any other, and is read from what is written', () => {
  fc.assert(
    fc.property(arbitraryDocument, arbitraryDocument, fc.nat(), (one, other, at) => {
      const stored = documentToMarkdown(normalizeDocument(one));
      const nodes = parse(stored).nodes.toSpliced(at % (one.nodes.length + 1), 1, ...other.nodes);
      const wanted = normalizeDocument({ ...one, nodes });
      expect(parse(rewriteMarkdown(stored, wanted))).toEqual(wanted);
    }),
    { numRuns: lawCount(60) },
  );
});

describe('within containers', () => {
  /** Replaces a text in the tree of a page, and writes the page. */
  const replaceText = (markdown: string, text: string, by: string) => {
    const json = JSON.stringify(parse(markdown));
    expect(json).toContain(text);
    return rewriteMarkdown(markdown, JSON.parse(json.replace(text, by)) as DocumentTree);
  };

  test.each([
    ['a hint', '{% hint style="info" icon="x" %}\n\n__one__\n\ntwo\n{% endhint %}\n', 'two'],
    [
      'a tab',
      '{% tabs %}\n\n{% tab title="A" %}\n__one__\n\n\ntwo\n{% endtab %}\n{% endtabs %}\n',
      'two',
    ],
    ['an item', '-   __one__\n\n    two\n-   three\n', 'two'],
    ['a list', '1) __one__\n2) two\n3) __three__\n', 'two'],
    ['a quote', '> __one__\n>\n> two\n>\n> * x\n', 'two'],
    [
      'a folded part',
      '<details>\n<summary>__S__</summary>\n\n__one__\n\ntwo\n\n</details>\n',
      'two',
    ],
    ['a condition', '{% if a.b %}\n__one__\n\ntwo\n{% endif %}\n', 'two'],
    ['a line of a paragraph', '__one__\n![a](b)\ntwo\n', 'two'],
  ])('%s keeps all but the block', (_name, markdown, text) => {
    expect(replaceText(markdown, text, 'EDITED')).toBe(markdown.replace(text, 'EDITED'));
  });

  test('a footnote whose text is gone goes with it, and others keep their names', () => {
    const markdown = 'a[^x]\n\nb[^y]\n\n[^x]: __X__\n[^y]: __Y__\n';
    const tree = parse(markdown);
    const written = rewriteMarkdown(markdown, withNodes(tree, tree.nodes.slice(1)));
    expect(written).toBe('b[^y]\n\n[^y]: __Y__\n');
  });

  test('definitions of links and comments stay, whatever goes beside them', () => {
    const markdown = '[a][x]\n\n[x]: y\n\n<!-- c -->\n\nb\n';
    const tree = parse(markdown);
    const written = rewriteMarkdown(markdown, withNodes(tree, [...tree.nodes.slice(0, 1), edited]));
    expect(written).toBe('[a][x]\n\n[x]: y\n\n<!-- c -->\n\nEDITED\n');
  });

  test('what is moved keeps its text', () => {
    const markdown = '<div><video src="a"></video></div>\n\n__one__\n\ntwo\n';
    const [html, one, two] = parse(markdown).nodes;
    const nodes = [two, one, html].flatMap((node) => node ?? []);
    expect(rewriteMarkdown(markdown, withNodes(parse(markdown), nodes))).toBe(
      'two\n\n__one__\n\n<div><video src="a"></video></div>\n',
    );
  });
});

describe('within a line', () => {
  const leaf = (text: string) => createText(text);
  const bold = (text: string) => createText(text, [{ object: 'mark', type: 'bold' }]);

  test.each<[string, string, ReturnType<typeof leaf>[], string]>([
    [
      'bold text beside an anchor',
      'Old <a id="here"></a>text, <u>more</u> __words__ <!-- c -->\n',
      [leaf('Old '), bold('text'), leaf(', more '), bold('words')],
      'Old <a id="here"></a>**text**, <u>more</u> __words__ <!-- c -->\n',
    ],
    [
      'plain text that was bold',
      'Old *text* and <abbr title="x">**bold**</abbr> words\n',
      [leaf('Old text and bold words')],
      'Old text and <abbr title="x">bold</abbr> words\n',
    ],
  ])('%s leaves what the tree has no place for', (_name, markdown, nodes, expected) => {
    const wanted = withNodes(parse(markdown), [createParagraph(nodes)]);
    expect(rewriteMarkdown(markdown, wanted)).toBe(expected);
  });
});
