import { describe, expect, test } from 'vitest';
import { normalizeDocument } from '../../src/document/input/normalize-document.ts';
import { markdownToDocument } from '../../src/document/markdown-to-document.ts';
import { documentToMarkdown } from '../../src/document/writing/document-to-markdown.ts';
import { outline, paragraph } from './support.ts';

/** A tag that the dialect gives no meaning, in the short form. */
function tag(name: string, attributes: Record<string, string> = {}, ...nodes: unknown[]) {
  return { type: 'tag', name, attributes, ...(nodes.length > 0 ? { nodes } : {}) };
}

describe('tags in lines of text', () => {
  const hint = (...nodes: unknown[]) => ({ type: 'hint', style: 'info', nodes });
  const item = (...nodes: unknown[]) => ({ type: 'list-item', nodes });
  const list = (...nodes: unknown[]) => ({ type: 'list-unordered', nodes });

  test.each<[string, string, unknown[]]>([
    [
      'an end behind text',
      '{% hint %}\na b. {% endhint %}\n\nc',
      [hint(paragraph('a b.')), paragraph('c')],
    ],
    [
      'text behind an end',
      '{% hint %}a\nb {% endhint %} c\nd',
      [hint(paragraph('a'), paragraph('b')), paragraph('c d')],
    ],
    [
      'a start behind text',
      'a {% hint %}\nb\n{% endhint %}',
      [paragraph('a'), hint(paragraph('b'))],
    ],
    [
      'a pair within a line',
      'a {% hint %} b {% endhint %} c',
      [paragraph('a'), hint(paragraph('b')), paragraph('c')],
    ],
    [
      'an end in an item of a list',
      '{% hint %}\n* a\n* b {% endhint %}\n\nc',
      [hint(list(item(paragraph('a')), item(paragraph('b')))), paragraph('c')],
    ],
    [
      'an end in a list in a list',
      '{% hint %}\n* a\n  * b {% endhint %}\n\nc',
      [hint(list(item(paragraph('a'), list(item(paragraph('b')))))), paragraph('c')],
    ],
    [
      'an end behind a heading',
      '{% hint %}\n## a {% endhint %}\nb',
      [hint({ type: 'heading-2', nodes: ['a'] }), paragraph('b')],
    ],
    [
      'within an item',
      '* a {% hint %} b {% endhint %}\n* c',
      [list(item(paragraph('a'), hint(paragraph('b'))), item(paragraph('c')))],
    ],
    ['an end of another tag', '{% foo %}\na {% endfoo %}', [tag('foo', {}, paragraph('a'))]],
    [
      'of Windows',
      '{% hint %}\r\na {% endhint %}\r\n\r\nb',
      [hint(paragraph('a')), paragraph('b')],
    ],
    [
      'a condition',
      'a {% if visitor.claims.b %}c{% endif %}',
      [paragraph('a'), { type: 'if', expression: 'visitor.claims.b', nodes: [paragraph('c')] }],
    ],
  ])('%s', (_, markdown, blocks) => {
    expect(outline(markdown)).toEqual(blocks);
  });

  test('tabs with text beside their ends', () => {
    const tabs =
      '{% tabs %} {% tab title="A" %}\na {% endtab %} {% tab title="B" %} b\n\nc {% endtab %} {% endtabs %}';
    const tab = (title: string, ...nodes: unknown[]) => ({ type: 'tabs-item', title, nodes });
    const blocks = [
      { type: 'tabs', nodes: [tab('A', paragraph('a')), tab('B', paragraph('b'), paragraph('c'))] },
    ];
    expect(outline(tabs)).toEqual(blocks);
    expect(
      outline(
        '{% tabs %}{% tab title="A" %}a{% endtab %}{% tab title="B" %}b {% endtab %}\n{% endtabs %}',
      ),
    ).toEqual([{ type: 'tabs', nodes: [tab('A', paragraph('a')), tab('B', paragraph('b'))] }]);
  });

  test.each([
    '{% hint %}\n        b\n        {% endhint %}',
    '{% embed url="https://a.b" %}',
    '{% content-ref url="a.md" %}\n        [a.md](a.md)\n        {% endcontent-ref %}',
    '{% foo %}\n        b\n        {% endfoo %}',
    '{% foo %}',
  ])('far indented right below the text of an item: %j', (markdown) => {
    const blocks = outline(markdown.replaceAll('        ', ''));
    expect(outline(`1. a\n        ${markdown}\n2. c`)).toEqual([
      { type: 'list-ordered', nodes: [item(paragraph('a'), ...blocks), item(paragraph('c'))] },
    ]);
    expect(outline(`a\n\n        ${markdown}`)).toMatchObject([paragraph('a'), { type: 'code' }]);
  });

  test.each([
    '{% hint %}\n\na `{% endhint %}`',
    '{% hint %}\n\na \\{% endhint %}',
    '{% hint %}\n\n**a {% endhint %}**',
    '{% hint %}\n\n* a {% endhint %} b',
    '{% block %} a {% endblock %} b\n\nThe {% block %} tag.',
    'The {% block %} tag.\n\nIts end is {% endblock %} here.',
  ])('%j keeps its text', (markdown) => {
    const text = JSON.stringify(markdownToDocument(markdown));
    expect(text).not.toContain('"type":"hint"');
    expect(text).toMatch(/\{% (?:end)?hint %\}|"name":"(?:end)?block"/);
  });

  test('text with tags is written as that text', () => {
    const texts = ['a {% hint %} b {% endhint %}', '{% foo %}', 'a {% embed url=\\"b\\" %}'];
    for (const text of texts) {
      const tree = markdownToDocument('x');
      const wanted = JSON.parse(JSON.stringify(tree).replace('"text":"x"', `"text":"${text}"`));
      const written = documentToMarkdown(normalizeDocument(wanted));
      expect(normalizeDocument(markdownToDocument(written))).toEqual(normalizeDocument(wanted));
    }
  });
});
