import { describe, expect, test } from 'vitest';
import { markdownToDocument } from '../../src/document/markdown-to-document.ts';
import { blockTexts } from '../../src/document/tree-text.ts';
import { outline, paragraph, url } from './support.ts';

describe('marks', () => {
  test.each([
    ['**a**', ['bold', 'a']],
    ['*a*', ['italic', 'a']],
    ['`a`', ['code', 'a']],
    ['~~a~~', ['strikethrough', 'a']],
    ['<kbd>a</kbd>', ['keyboard', 'a']],
    ['<sup>a</sup>', ['superscript', 'a']],
    ['<sub>a</sub>', ['subscript', 'a']],
    ['<strong>a</strong>', ['bold', 'a']],
    ['<em>a</em>', ['italic', 'a']],
    ['***a***', ['italic bold', 'a']],
  ])('%s', (markdown, node) => {
    expect(outline(markdown)).toEqual([paragraph(node)]);
  });

  test('colors are those of the palette', () => {
    const markdown = '<mark style="color:blue;background-color:$warning;">a</mark>';
    const [block] = markdownToDocument(markdown).nodes;
    expect(block).toMatchObject({
      nodes: [
        {
          leaves: [{ marks: [{ type: 'color', data: { text: 'blue', background: '$warning' } }] }],
        },
      ],
    });
  });

  test('a mark that is never closed is text', () => {
    expect(outline('a <b>c')).toEqual([paragraph('a <b>c')]);
  });

  test('emphasis and HTML may overlap', () => {
    const nodes = [
      [
        ['bold', 'a'],
        ['bold italic', 'b'],
        ['italic', 'c'],
      ],
    ];
    expect(outline('<b>a*b</b>c*')).toEqual([paragraph(...nodes)]);
  });
});

describe('inline elements', () => {
  test.each([
    ['[a](page.md)', { type: 'link', ref: url('page.md'), nodes: ['a'] }],
    ['[a](#b)', { type: 'link', ref: { kind: 'anchor', anchor: 'b' }, nodes: ['a'] }],
    ['<a href="x">a</a>', { type: 'link', ref: url('x'), nodes: ['a'] }],
    ['https://a.b/c', { type: 'link', ref: url('https://a.b/c'), nodes: ['https://a.b/c'] }],
    [':smile:', { type: 'emoji', code: 'smile' }],
    ['<i class="fa-bolt">:bolt:</i>', { type: 'icon', icon: 'bolt' }],
    ['<code class="expression">a.b</code>', { type: 'expression', expression: 'a.b' }],
    ['{{ page.vars.a }}', { type: 'expression', expression: 'page.vars.a' }],
    [
      '{{visitor.claims["a"] == "*b*"}}',
      { type: 'expression', expression: 'visitor.claims["a"] == "*b*"' },
    ],
    ['<a href="x" data-mention>y</a>', { type: 'mention', ref: url('x') }],
    [
      '<a href="x" class="button primary" data-icon="bolt">Go</a>',
      { type: 'button', ref: url('x'), label: 'Go', kind: 'primary', icon: 'bolt' },
    ],
  ])('%s', (markdown, node) => {
    expect(outline(markdown)).toEqual([paragraph(node)]);
  });

  test('a formula, an image and a line break within text', () => {
    expect(outline('a $$x^2$$ ![b](c.png)<br>d')).toEqual([
      paragraph(
        'a ',
        { type: 'inline-math', formula: 'x^2' },
        ' ',
        { type: 'inline-image', ref: url('c.png'), caption: 'b' },
        '\nd',
      ),
    ]);
  });

  test.each([
    ['10:30:45 and a:b:c'],
    ['List<String> of <T>'],
    ['{{ name }}'],
    ['costs $5 or $$6'],
    ['a note[^1]'],
  ])('%s stays text', (markdown) => {
    expect(outline(markdown)).toEqual([paragraph(markdown)]);
  });

  test('a link to a script is only its text', () => {
    expect(outline('<a href=" java&#x09;script:alert(1)">a</a>')).toEqual([paragraph('a')]);
  });

  test('a comment is not shown', () => {
    expect(outline('a<!-- b -->c')).toEqual([paragraph('ac')]);
  });

  test('references are resolved by the caller', () => {
    const { nodes } = markdownToDocument('[a](b.md) [c](d.md)', {
      resolveReference: (address) => {
        return address === 'b.md' ? { kind: 'page', page: 'page_1' } : undefined;
      },
    });
    expect(nodes).toMatchObject([
      {
        nodes: [
          { data: { ref: { kind: 'page', page: 'page_1' } } },
          {},
          { data: { ref: url('d.md') } },
        ],
      },
    ]);
  });
});

test('a drawing is an image where its address holds it, and never where a link leads', () => {
  const address = 'data:image/svg+xml;base64,PHN2Zy8+';
  const written = `![a](${address}) [b](${address}) <img src="${address}"> <a href="${address}">c</a>`;
  const tree = JSON.stringify(markdownToDocument(written).nodes);
  expect(tree.split(address)).toHaveLength(3);
  expect(tree.match(/"inline-image"/g)).toHaveLength(2);
  expect(tree).not.toContain('"type":"link"');
});

describe('HTML that is no text', () => {
  test.each<[string, unknown]>([
    [
      '<button type="button" data-action="x">Open *it*</button> now',
      ['Open ', ['italic', 'it'], ' now'],
    ],
    ['a <my-badge color="x">b</my-badge> <Foo>c</Foo>', 'a b c'],
    ['a <abbr title="T">b</abbr> <time>c</time> <q>d</q>', 'a b c d'],
    ['a <samp>b</samp> <tt>c</tt>', ['a ', ['code', 'b'], ' ', ['code', 'c']]],
    ['a <p>b</p><p>c</p> d', 'a \nb\nc\n d'],
    ['a <script>b</script><svg><path d="x"/></svg>c', 'a c'],
    ['replace <your-token> in <p> and </div>', 'replace <your-token> in <p> and </div>'],
    ['a <!-- b -->c', 'a c'],
  ])('is its content: %s', (markdown, text) => {
    expect(outline(markdown)).toEqual([paragraph(text)]);
  });

  test('is its content in headings, items of lists and cells', () => {
    expect(outline('## A <button>b</button>')).toMatchObject([{ nodes: ['A b'] }]);
    expect(outline('* <button>b</button> c')).toMatchObject([
      { nodes: [{ nodes: [paragraph('b c')] }] },
    ]);
    const cells = [
      '<button type="button" data-action="copy">Copy</button>',
      '<p>a</p><p>b **c**</p>',
      '<ul><li>a</li><li>b</li></ul>',
      'x<ol><li>a<li>b</ol>',
      '<div>a<hr>b</div>',
    ];
    const rows = cells.map((cell) => `| ${cell} |`).join('\n');
    const [table] = markdownToDocument(`| <p>T</p><p>U</p> |\n| - |\n${rows}`).nodes;
    const fragments = table?.type === 'table' ? table.fragments : [];
    const texts = fragments.map(({ nodes }) => blockTexts(nodes).join('|'));
    expect(texts).toEqual(['Copy', 'a\nb c', 'a|b', 'x|a|b', 'a\nb']);
    expect(table).toMatchObject({ data: { definition: { c1: { title: 'T U' } } } });
  });

  test('is its content as a block', () => {
    expect(outline('<my-card title="x">\n<p>a <b>b</b></p>\n</my-card>')).toEqual([
      paragraph(['a ', ['bold', 'b']]),
    ]);
    expect(outline('<button type="button">a</button>')).toEqual([paragraph('a')]);
    expect(outline('<dl><dt>a</dt><dd>b</dd></dl>')).toEqual([paragraph('a'), paragraph('b')]);
    const widget = '<my-widget src="a"></my-widget>';
    expect(outline(widget)).toEqual([paragraph(widget)]);
    expect(outline('<form>a</form>')).toMatchObject([{ type: 'code' }]);
  });
});
