import { describe, expect, test } from 'vitest';
import { normalizeDocument } from '../../src/document/input/normalize-document.ts';
import { markdownToDocument } from '../../src/document/markdown-to-document.ts';
import { documentToMarkdown } from '../../src/document/writing/document-to-markdown.ts';
import { outline, paragraph, url } from './support.ts';

const code = (text: string) => ({ type: 'code', nodes: [{ type: 'code-line', nodes: [text] }] });

describe('tags around content', () => {
  test('hint', () => {
    expect(outline('{% hint style="danger" %}\na\n\n- b\n{% endhint %}')).toMatchObject([
      { type: 'hint', style: 'danger', nodes: [paragraph('a'), { type: 'list-unordered' }] },
    ]);
  });

  test('code, which a hint may not hold, stands between two hints', () => {
    const hint = (text: string) => ({ type: 'hint', style: 'info', nodes: [paragraph(text)] });
    expect(outline('{% hint %}\na\n```\nb\n```\nc\n{% endhint %}')).toEqual([
      hint('a'),
      code('b'),
      hint('c'),
    ]);
  });

  test('tabs, with a table in a list because a tab may not hold one', () => {
    const markdown =
      '{% tabs %}\n{% tab title="A \\"q\\"" %}\na\n{% endtab %}\n\n{% tab title="B" %}\n|x|\n|-|\n{% endtab %}\n{% endtabs %}';
    expect(outline(markdown)).toMatchObject([
      {
        type: 'tabs',
        nodes: [
          { type: 'tabs-item', title: 'A "q"', nodes: [paragraph('a')] },
          {
            title: 'B',
            nodes: [{ type: 'list-unordered', nodes: [{ nodes: [{ type: 'table' }] }] }],
          },
        ],
      },
    ]);
  });

  test('code with title, wrapping and line numbers', () => {
    const markdown =
      '{% code title="a.js" overflow="wrap" lineNumbers="true" %}\n```\nb\n```\n{% endcode %}';
    expect(outline(markdown)).toEqual([
      { ...code('b'), title: 'a.js', overflow: 'wrap', lineNumbers: true },
    ]);
  });

  test('stepper', () => {
    const markdown = '{% stepper %}\n{% step %}\n### A\nb\n{% endstep %}\n{% endstepper %}';
    const heading = { type: 'heading-3', nodes: ['A'] };
    expect(outline(markdown)).toEqual([
      { type: 'stepper', nodes: [{ type: 'stepper-step', nodes: [heading, paragraph('b')] }] },
    ]);
  });

  test('a picture right above the end, as editors write it', () => {
    const figure = '<figure><img src="a.png" alt=""><figcaption></figcaption></figure>';
    const tab = `{% tab title="A" %}\n${figure}\n{% endtab %}`;
    const images = { type: 'images', nodes: [{ type: 'image' }] };
    expect(outline(`{% tabs %}\n${tab}\n\n${tab}\n{% endtabs %}\nb`)).toMatchObject([
      { type: 'tabs', nodes: [{ nodes: [images] }, { nodes: [images] }] },
      paragraph('b'),
    ]);
    const step = `{% stepper %}\n{% step %}\n<p>a</p>\n{% endstep %}\n{% endstepper %}`;
    expect(outline(`* x\n\n  ${step.replaceAll('\n', '\n  ')}`)).toEqual(
      outline(`* x\n\n  ${step.replace('</p>', '</p>\n').replaceAll('\n', '\n  ')}`),
    );
  });

  test('HTML that has its own end holds tags as text', () => {
    expect(outline('<!-- a\n{% hint %}\n-->\n\nb')).toMatchObject([paragraph('b')]);
    const [first] = outline('<pre>\n{% hint %}\n</pre>\n\n{% endhint %}');
    expect(JSON.stringify(first)).toContain('{% hint %}');
  });

  test('columns and conditions', () => {
    const columns = '{% columns %}\n{% column width="40%" %}\na\n{% endcolumn %}\n{% endcolumns %}';
    expect(outline(`${columns}\n{% if a.b == "c" %}\nd\n{% endif %}`)).toEqual([
      {
        type: 'columns',
        nodes: [{ type: 'column', width: { unit: '%', value: 40 }, nodes: [paragraph('a')] }],
      },
      { type: 'if', expression: 'a.b == "c"', nodes: [paragraph('d')] },
    ]);
  });

  test('what stands between tabs divides them, so that the order stays', () => {
    const tab = (text: string) => `{% tab %}\n${text}\n{% endtab %}`;
    const item = (text: string) => ({ type: 'tabs-item', nodes: [paragraph(text)] });
    expect(outline(`{% tabs %}\n${tab('a')}\nb\n\n${tab('c')}\n{% endtabs %}`)).toEqual([
      { type: 'tabs', nodes: [item('a')] },
      paragraph('b'),
      { type: 'tabs', nodes: [item('c')] },
    ]);
  });

  test.each([['> a'], ['- a'], ['1. a'], ['a']])(
    'the end of a hint ends %j, without an empty line',
    (markdown) => {
      const [block, ...rest] = outline(`{% hint %}\n${markdown}\n{% endhint %}`);
      expect(rest).toEqual([]);
      expect(block).toMatchObject({ type: 'hint' });
    },
  );

  test('the next tab and the end of the tabs end a tab', () => {
    const tabs = '{% tabs %}\n{% tab title="A" %}\na\n{% tab title="B" %}\nb\n{% endtabs %}';
    expect(outline(tabs)).toEqual([
      {
        type: 'tabs',
        nodes: [
          { type: 'tabs-item', title: 'A', nodes: [paragraph('a')] },
          { type: 'tabs-item', title: 'B', nodes: [paragraph('b')] },
        ],
      },
    ]);
  });

  test('a tag within a list item belongs to it', () => {
    expect(outline('- a\n\n  {% hint %}\n  b\n  {% endhint %}\n- c')).toMatchObject([
      { nodes: [{ nodes: [paragraph('a'), { type: 'hint', nodes: [paragraph('b')] }] }, {}] },
    ]);
  });
});

describe('tags for something elsewhere', () => {
  test.each<[string, unknown]>([
    ['{% embed url="https://a.b" %}', { type: 'embed', url: 'https://a.b' }],
    ['{% file src="a.pdf" %}', { type: 'file', ref: { kind: 'file', file: 'a.pdf' } }],
    [
      '{% content-ref url="a.md" %}\n[a.md](a.md)\n{% endcontent-ref %}',
      { type: 'content-ref', ref: url('a.md') },
    ],
    [
      '{% include "a.md" %}',
      { type: 'reusable-content', ref: { kind: 'reusable-content', reusableContent: 'a.md' } },
    ],
    [
      '{% openapi src="a.yaml" path="/b" method="get" expanded="true" %}\n[a](a.yaml)\n{% endopenapi %}',
      { type: 'swagger', ref: url('a.yaml'), path: '/b', method: 'get', expanded: true },
    ],
    [
      '{% swagger src="a.yaml" path="/b" method="get" %}\n{% endswagger %}',
      { type: 'swagger', ref: url('a.yaml'), path: '/b', method: 'get' },
    ],
    [
      '{% openapi-operation spec="a" path="/b" method="get" %}',
      { type: 'openapi-operation', ref: { kind: 'openapi', spec: 'a' }, path: '/b', method: 'get' },
    ],
    [
      '{% openapi-schemas spec="a" schemas="B,C" grouped="false" %}',
      {
        type: 'openapi-schemas',
        ref: { kind: 'openapi', spec: 'a' },
        schemas: ['B', 'C'],
        grouped: false,
      },
    ],
    [
      '{% openapi-webhook spec="a" name="b" method="post" %}',
      { type: 'openapi-webhook', ref: { kind: 'openapi', spec: 'a' }, name: 'b', method: 'post' },
    ],
    [
      '{% @mermaid/diagram content="a\nb" %}',
      { type: 'integration', integration: 'mermaid', block: 'diagram', props: { content: 'a\nb' } },
    ],
  ])('%s', (markdown, block) => {
    expect(outline(markdown)).toEqual([block]);
  });

  test('a caption follows its block', () => {
    const embed = { type: 'embed', url: 'a' };
    const markdown = '{% embed url="a" %}\nb\n{% endembed %}';
    expect(outline(markdown)).toEqual([embed, paragraph('b')]);
    expect(outline('{% embed url="a" %}b{% endembed %}')).toEqual([embed, paragraph('b')]);
  });

  test('an operation that is written out becomes text', () => {
    const markdown =
      '{% swagger method="get" path="/a" baseUrl="https://b" summary="S" %}\n{% swagger-parameter in="path" name="id" type="string" required="true" %}\nThe id\n{% endswagger-parameter %}\n{% endswagger %}';
    expect(outline(markdown)).toEqual([
      paragraph(['bold', 'S']),
      paragraph(['code', 'GET https://b/a']),
      paragraph(['code', 'id'], ' path, string, required'),
      paragraph('The id'),
    ]);
  });
});

/** A tag that the dialect gives no meaning, in the short form. */
function tag(name: string, attributes: Record<string, string> = {}, ...nodes: unknown[]) {
  return { type: 'tag', name, attributes, ...(nodes.length > 0 ? { nodes } : {}) };
}

describe('tags without a meaning of their own', () => {
  test('keep name, attributes and content', () => {
    const updates =
      '{% updates format="full" %}\n{% update date="2026-01-02" tags="a,b" %}\n## New\n\n* b\n{% endupdate %}\n\n{% update date="x" %}{% endupdate %}\n{% endupdates %}';
    expect(outline(updates)).toMatchObject([
      tag(
        'updates',
        { format: 'full' },
        tag(
          'update',
          { date: '2026-01-02', tags: 'a,b' },
          { type: 'heading-2', nodes: ['New'] },
          { type: 'list-unordered' },
        ),
        tag('update', { date: 'x' }, paragraph('')),
      ),
    ]);
    expect(outline('{% prompt description="D" icon="x" %}\na **b**\n{% endprompt %}')).toEqual([
      tag('prompt', { description: 'D', icon: 'x' }, paragraph(['a ', ['bold', 'b']])),
    ]);
  });

  test.each<[string, unknown]>([
    ['{% foo %}', tag('foo')],
    ['{%- foo a="b" -%}', tag('foo', { a: 'b' })],
    [
      '{% Foo a=\'b\' c=d data-e:f="g \\"h\\"" %}',
      tag('Foo', { a: 'b', c: 'd', 'data-e:f': 'g "h"' }),
    ],
    ['{% foo a="b" %}c{% endfoo %}', tag('foo', { a: 'b' }, paragraph('c'))],
    ['{% foo %} c\nd\n{% endfoo %}', tag('foo', {}, paragraph('c'), paragraph('d'))],
    ['{% foo a="b\nc" %}', tag('foo', { a: 'b\nc' })],
    ['{% for item in list limit="2" %}', { ...tag('for', { limit: '2' }), text: 'item in list' }],
    ['{% foo "a=b" %}', { ...tag('foo'), text: '"a=b"' }],
    ['{% endfoo %}', tag('endfoo')],
    ['{% embed %}', tag('embed')],
    [
      '{% embed url="javascript:a" %}\nb\n{% endembed %}',
      tag('embed', { url: 'javascript:a' }, paragraph('b')),
    ],
    ['{% openapi-operation spec="a" %}', tag('openapi-operation', { spec: 'a' })],
  ])('%j', (markdown, block) => {
    expect(outline(markdown)).toEqual([block]);
  });

  const inner = tag('foo', { a: 'b' }, paragraph('c'), tag('bar'));
  const foo = '{% foo a="b" %}\nc\n\n{% bar %}\n{% endfoo %}';
  const wrap = (name: string) => `{% ${name} %}\n${foo}\n{% end${name} %}`;
  test.each<[string, string, unknown]>([
    [
      'a list',
      `* x\n\n  ${foo.replaceAll('\n', '\n  ')}`,
      { nodes: [{ nodes: [paragraph('x'), inner] }] },
    ],
    ['a list, first', `1. ${foo.replaceAll('\n', '\n   ')}`, { nodes: [{ nodes: [inner] }] }],
    ['a quote', `> ${foo.replaceAll('\n', '\n> ')}`, { type: 'blockquote', nodes: [inner] }],
    ['a hint', wrap('hint'), { type: 'hint', nodes: [inner] }],
    ['a condition', wrap('if'), { type: 'if', nodes: [inner] }],
    ['a tab', `{% tabs %}\n${wrap('tab')}\n{% endtabs %}`, { nodes: [{ nodes: [inner] }] }],
    ['a step', `{% stepper %}\n${wrap('step')}\n{% endstepper %}`, { nodes: [{ nodes: [inner] }] }],
    [
      'a column',
      `{% columns %}\n${wrap('column')}\n{% endcolumns %}`,
      { nodes: [{ nodes: [inner] }] },
    ],
    [
      'an expandable',
      `<details>\n\n<summary>s</summary>\n\n${foo}\n\n</details>`,
      { fragments: [{}, { nodes: [inner] }] },
    ],
    ['another', wrap('x'), { type: 'tag', nodes: [inner] }],
  ])('stand in %s', (_, markdown, block) => {
    expect(outline(markdown)).toMatchObject([block]);
    const tree = normalizeDocument(markdownToDocument(markdown));
    expect(normalizeDocument(markdownToDocument(documentToMarkdown(tree)))).toEqual(tree);
  });
});

describe('tags for something elsewhere, within others', () => {
  const include = { type: 'reusable-content', ref: { reusableContent: 'a.md' } };
  const tags = [
    ['{% include "a.md" %}', include],
    ['{% page-ref page="a.md" %}', { type: 'content-ref', ref: url('a.md') }],
    ['{% content-ref url="a.md" %}\n[a.md](a.md)\n{% endcontent-ref %}', { type: 'content-ref' }],
    ['{% embed url="https://a.b" %}', { type: 'embed' }],
    ['{% file src="a.pdf" %}', { type: 'file' }],
    ['{% openapi-operation spec="a" path="/b" method="get" %}', { type: 'openapi-operation' }],
  ] as const;
  const within = (markdown: string) => [
    `{% hint %}\n${markdown}\n{% endhint %}`,
    `> ${markdown.replaceAll('\n', '\n> ')}`,
    `{% stepper %}\n{% step %}\n${markdown}\n{% endstep %}\n{% endstepper %}`,
    `{% tabs %}\n{% tab %}\n${markdown}\n{% endtab %}\n{% endtabs %}`,
    `{% columns %}\n{% column %}\n${markdown}\n{% endcolumn %}\n{% endcolumns %}`,
    `* x\n\n  ${markdown.replaceAll('\n', '\n  ')}`,
    `<details>\n\n<summary>s</summary>\n\n${markdown}\n\n</details>`,
  ];

  test.each(tags)('%j is a block of its own', (markdown, block) => {
    expect(outline(markdown)).toMatchObject([block]);
    for (const outer of within(markdown)) {
      const blocks = JSON.stringify(outline(outer));
      expect(blocks, outer).toContain(`"type":"${block.type}"`);
      expect(blocks, outer).not.toContain('"type":"link"');
    }
  });
});

describe('ends that formatters and authors put elsewhere', () => {
  const hint = (...nodes: unknown[]) => ({ type: 'hint', nodes });
  const list = { type: 'list-unordered' };

  test.each<[string, string, unknown[]]>([
    [
      'indented below a list',
      '{% hint %}\n* a\n* b\n  {% endhint %}\n\nc',
      [hint(list), paragraph('c')],
    ],
    [
      'below a numbered list',
      '{% hint %}\n1. a\n   {% endhint %}',
      [hint({ type: 'list-ordered' })],
    ],
    [
      'below a list in a list',
      '{% hint %}\n* a\n  * b\n    {% endhint %}\nc',
      [hint(list), paragraph('c')],
    ],
    ['behind an empty line', '{% hint %}\n* a\n\n  {% endhint %}', [hint(list)]],
    ['with blanks behind', '{% hint %}  \n* a\n  {% endhint %}  \t', [hint(list)]],
    ['in capitals', '{% HINT style="info" %}\na\n{% EndHint %}', [hint(paragraph('a'))]],
    ['with dashes', '{%- hint -%}\na\n{%- endhint -%}', [hint(paragraph('a'))]],
    ['of Windows', '{% hint %}\r\n* a\r\n  {% endhint %}\r\n\r\nb', [hint(list), paragraph('b')]],
    [
      'below a table',
      '{% foo %}\n| a |\n| - |\n| b |\n{% endfoo %}',
      [{ type: 'tag', nodes: [{ type: 'table' }] }],
    ],
    [
      'both indented, one less',
      '* x\n\n  {% hint %}\n  a\n{% endhint %}\n\nb',
      [list, hint(paragraph('a')), paragraph('b')],
    ],
    [
      'one more, within an item',
      '1. x\n\n   {% hint %}\n   a\n    {% endhint %}',
      [{ nodes: [{ nodes: [paragraph('x'), hint(paragraph('a'))] }] }],
    ],
  ])('%s', (_, markdown, blocks) => {
    expect(outline(markdown)).toMatchObject(blocks);
  });

  test('of tabs, with the next tab indented as well', () => {
    const tabs =
      '{% tabs %}\n{% tab title="A" %}\n* a\n  {% endtab %}\n  {% tab title="B" %}\n* b\n  {% endtab %}\n  {% endtabs %}\n\nc';
    expect(outline(tabs)).toMatchObject([
      {
        type: 'tabs',
        nodes: [
          { title: 'A', nodes: [list] },
          { title: 'B', nodes: [list] },
        ],
      },
      paragraph('c'),
    ]);
  });
});

describe('tags that do not fit', () => {
  test.each([
    ['{% hint %}\n\na', [paragraph('{% hint %}'), paragraph('a')]],
    ['a\n\n{% endhint %}', [paragraph('a'), paragraph('{% endhint %}')]],
    ['{% a.b %}', [paragraph('{% a.b %}')]],
    ['```\n{% hint %}\n```', [code('{% hint %}')]],
  ])('%j stays text', (markdown, blocks) => {
    expect(outline(markdown)).toEqual(blocks);
  });
});
