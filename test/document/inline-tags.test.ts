import { describe, expect, test } from 'vitest';
import { evaluateDocument } from '../../src/document/evaluation/evaluate-document.ts';
import { normalizeDocument } from '../../src/document/input/normalize-document.ts';
import { markdownToDocument } from '../../src/document/markdown-to-document.ts';
import { replaceReferences } from '../../src/document/replace-references.ts';
import { blockTexts } from '../../src/document/tree-text.ts';
import { documentToMarkdown } from '../../src/document/writing/document-to-markdown.ts';
import { readClaims } from '../../src/lib/conditions/read-claims.ts';
import { outline, paragraph, url } from './support.ts';

/** A tag in the short form, within a line or around blocks. */
function tag(name: string, attributes: Record<string, string> = {}, ...nodes: unknown[]) {
  return { type: 'tag', name, attributes, ...(nodes.length > 0 ? { nodes } : {}) };
}

describe('tags within a line', () => {
  const ref = tag('content-ref', { url: 'a.md' }, { type: 'link', ref: url('a.md'), nodes: ['a'] });
  const written = '{% content-ref url="a.md" %}[a](a.md){% endcontent-ref %}';
  const include = { ...tag('include'), text: '"a.md"' };
  test.each<[string, unknown[]]>([
    [`See ${written} now.`, [paragraph('See ', ref, ' now.')]],
    ['See {% include "a.md" %} now.', [paragraph('See ', include, ' now.')]],
    [
      '{% csrf_token %} is a tag of Django.',
      [paragraph(tag('csrf_token'), ' is a tag of Django.')],
    ],
    [
      'a {% x b="c" %}d {% y %}**e**{% endy %}{% endx %} f',
      [paragraph('a ', tag('x', { b: 'c' }, 'd ', tag('y', {}, ['bold', 'e'])), ' f')],
    ],
    ['a {% endx %} b', [paragraph('a ', tag('endx'), ' b')]],
    [`## A ${written}`, [{ type: 'heading-2', nodes: ['A ', ref] }]],
    [
      '### {% if visitor.claims.x == "y" %}b{% endif %} c',
      [
        {
          type: 'heading-3',
          nodes: [{ ...tag('if', {}, 'b'), text: 'visitor.claims.x == "y"' }, ' c'],
        },
      ],
    ],
    [`* a ${written} b`, [{ nodes: [{ nodes: [paragraph('a ', ref, ' b')] }] }]],
    [`> a ${written}`, [{ type: 'blockquote', nodes: [paragraph('a ', ref)] }]],
    ['**{% x %}a** b {% endx %}c', [paragraph(tag('x', {}, [['bold', 'a'], ' b ']), 'c')]],
    ['[a {% x %}](b.md)', [paragraph({ type: 'link', ref: url('b.md'), nodes: ['a {% x %}'] })]],
    ['`{% x %}` \\{% y %}', [paragraph([['code', '{% x %}'], ' {% y %}'])]],
    [`<p>a {% x b="&lt;c&gt;" %}</p>`, [paragraph('a ', tag('x', { b: '<c>' }))]],
    ['<p>a {% x %}<b>c</b>{% endx %}</p>', [paragraph('a ', tag('x', {}, ['bold', 'c']))]],
  ])('%j', (markdown, blocks) => {
    expect(outline(markdown)).toMatchObject(blocks);
    const tree = normalizeDocument(markdownToDocument(markdown));
    expect(normalizeDocument(markdownToDocument(documentToMarkdown(tree)))).toEqual(tree);
  });

  test.each([
    [`| a |\n| - |\n| ${written} |`, paragraph(ref)],
    ['| a |\n| - |\n| b {% x c="d\\|e" %} |', paragraph('b ', tag('x', { c: 'd|e' }))],
    [
      '| a |\n| - |\n| {% hint style="info" %}b{% endhint %} |',
      paragraph(tag('hint', { style: 'info' }, 'b')),
    ],
    ['| a |\n| - |\n| {% hint %} |', paragraph('{% hint %}')],
    ['<table><tr><td>{% include "a.md" %}</td></tr></table>', paragraph(include)],
    ['<table><tr><td>&#123;% x %}</td></tr></table>', paragraph('{% x %}')],
    [
      '| a |\n| - |\n| <ul><li>b **c**</li><li>d</li></ul> |',
      {
        type: 'list-unordered',
        nodes: [
          { type: 'list-item', nodes: [paragraph(['b ', ['bold', 'c']])] },
          { type: 'list-item', nodes: [paragraph('d')] },
        ],
      },
    ],
  ])('of a cell: %j', (markdown, block) => {
    expect(outline(markdown)).toMatchObject([{ fragments: [{ nodes: [block] }] }]);
    const tree = normalizeDocument(markdownToDocument(markdown));
    expect(normalizeDocument(markdownToDocument(documentToMarkdown(tree)))).toEqual(tree);
  });

  test('are shown to those for whom their condition holds', () => {
    const markdown = '## A{% if visitor.claims.x == "y" %} B{% endif %}\n';
    const shown = (x: string) => {
      const { tree } = evaluateDocument(markdownToDocument(markdown), {
        ...{ page: {}, space: {}, claims: readClaims({ x }), contents: new Map() },
      });
      return blockTexts(tree.nodes);
    };
    expect([shown('y'), shown('z')]).toEqual([['A B'], ['A']]);
  });
});

describe('an end behind a block', () => {
  const after = paragraph('after');
  test.each<[string, unknown[]]>([
    [
      '{% foo %}\n| a | b |\n| - | - |\n| 1 | 2 | {% endfoo %}\n\nafter',
      [tag('foo', {}, { type: 'table' }), after],
    ],
    [
      '{% foo %}\na | b\n--|--\n1 | 2 {% endfoo %}\n\nafter',
      [tag('foo', {}, { type: 'table' }), after],
    ],
    [
      '{% hint %}\n<p>x</p> {% endhint %}\n\nafter',
      [{ type: 'hint', nodes: [paragraph('x')] }, after],
    ],
    [
      '{% tabs %}\n{% tab title="A" %}\n<p>x</p> {% endtab %} {% endtabs %}\n\nafter',
      [{ type: 'tabs', nodes: [{ title: 'A', nodes: [paragraph('x')] }] }, after],
    ],
    [
      '{% tabs %}\n{% tab title="A" %}\n<p>x</p> {% endtab %} {% tab title="B" %}\n\ny\n{% endtab %}\n{% endtabs %}',
      [{ type: 'tabs', nodes: [{ title: 'A' }, { title: 'B' }] }],
    ],
    [
      '{% foo %}\n* a\n\n  | b |\n  | - |\n  | c | {% endfoo %}\n\nafter',
      [tag('foo', {}, { type: 'list-unordered' }), after],
    ],
    ['<p>x {% endfoo %}</p>', [paragraph('x ', tag('endfoo'))]],
  ])('%j', (markdown, blocks) => {
    expect(outline(markdown)).toMatchObject(blocks);
  });
});

test.each([
  ['a {% card href="A" title="x" %} b', 'a {% card href="B" title="x" %} b'],
  [
    '{% card href="A" x=\'1\' %}\n__c__\n{% endcard %}',
    '{% card href="B" x=\'1\' %}\n__c__\n{% endcard %}',
  ],
  [
    '| a |\n|---|\n| {% content-ref url="A" %}[c](A){% endcontent-ref %} <u>d</u> |',
    '| a |\n|---|\n| {% content-ref url="B" %}[c](B){% endcontent-ref %} <u>d</u> |',
  ],
  ['## a {% include "A" %}', '## a {% include "B" %}'],
  ['<p>a {% file src="A" %}</p>', '<p>a {% file src="B" %}</p>'],
])('an address in %j follows what it leads to', (markdown, result) => {
  const [before, after] = ['docgraph:page/page_a', 'deep/b.md'];
  const targets = { byName: new Map(), byPath: new Map(), byAddress: new Map([[before, after]]) };
  const write = (text: string) => text.replaceAll(/\bA\b(?=[")])/g, before);
  const replaced = replaceReferences({ markdown: write(markdown), targets });
  const moved = result.replaceAll(/\bB\b(?=[")])/g, after);
  expect(replaced.markdown).toBe(moved);
});
