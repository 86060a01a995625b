import { describe, expect, test } from 'vitest';
import type {
  Block,
  CodeBlock,
  DocumentTree,
  ListBlock,
  ListItemBlock,
  TableBlock,
} from '../../src/document/document-tree.ts';
import { normalizeDocument } from '../../src/document/input/normalize-document.ts';
import { rewriteMarkdown } from '../../src/document/source-preserving/rewrite-markdown.ts';
import {
  createCode,
  createListItem,
  createParagraph,
  createText,
} from '../../src/document/document-nodes.ts';
import { treeOf } from './word-edits.ts';

/** The markdown after an edit of its tree, which says what the edit wants. */
function edited(markdown: string, edit: (nodes: Block[]) => void): string {
  const tree: DocumentTree = structuredClone(treeOf(markdown));
  edit(tree.nodes);
  const wanted = normalizeDocument(tree);
  const written = rewriteMarkdown(markdown, wanted);
  expect(treeOf(written)).toEqual(wanted);
  return written;
}

function blockOf<Type extends Block['type']>(nodes: readonly Block[], type: Type) {
  return nodes.find((node) => node.type === type) as Extract<Block, { type: Type }>;
}

const paragraph = (text: string) => createParagraph([createText(text)]);
const item = (text: string): ListItemBlock => createListItem([paragraph(text)]);

/** Puts rows in the place of those of a table, each with its cells in the order of the columns. */
function withRows(table: TableBlock, change: (rows: Block[][][]) => void): void {
  const columns = Object.keys(table.data.definition);
  const texts = new Map(table.fragments.map(({ fragment, nodes }) => [fragment, nodes]));
  const rows = Object.values(table.data.records).map(({ values }) =>
    columns.map((id) => texts.get(values[id] as string) ?? []),
  );
  change(rows);
  table.fragments = [];
  const records = rows.map((row, index) => {
    const values = columns.map((id, column) => {
      const fragment = `f${index}-${column}`;
      table.fragments.push({ object: 'fragment', fragment, nodes: row[column] ?? [] });
      return [id, fragment] as const;
    });
    const orderIndex = String(index).padStart(6, '0');
    return [`r${index}`, { orderIndex, values: Object.fromEntries(values) }] as const;
  });
  table.data.records = Object.fromEntries(records);
}

describe('rows and columns of a table between pipes', () => {
  const head = '| Name   | *What*  <u>u</u> | N |\n|:-------|-----|---:|\n';
  const rows = [
    '| __a__  | [x](a.md "T") | 1  |\n',
    '| b <!-- c --> | y\\|z | 2  |\n',
    '| c | <u>k</u> <a id="q"></a>[^n] | 3 |\n',
  ];
  const [first, second, third] = rows as [string, string, string];
  const table = (...lines: string[]) =>
    `Before  *it*\n\n${head}${lines.join('')}\nAfter\n\n[^n]: Note __n__.\n`;
  const stored = table(...rows);
  const fresh = [[paragraph('x')], [paragraph('y')], [paragraph('z')]];
  const added = '| x | y | z |\n';

  test.each<[string, (rows: Block[][][]) => void, string[]]>([
    ['a row at the end', (all) => all.push(fresh), [...rows, added]],
    ['a row at the start', (all) => all.unshift(fresh), [added, ...rows]],
    ['a row between', (all) => all.splice(1, 0, fresh), [first, added, second, third]],
    ['a row less', (all) => all.splice(1, 1), [first, third]],
    ['no rows', (all) => all.splice(0), []],
    [
      'rows in another order',
      (all) => all.splice(0, all.length, ...all.toReversed()),
      [third, second, first],
    ],
  ])('%s', (_, change, lines) => {
    const written = edited(stored, (nodes) => withRows(blockOf(nodes, 'table'), change));
    // A footnote goes with the last text that has it.
    const note = lines.includes(third) ? '' : '[^n]: Note __n__.\n';
    expect(written).toBe(table(...lines).replace(note, ''));
  });

  test('a column more, and one less', () => {
    const more = edited(stored, (nodes) => {
      const { data, fragments } = blockOf(nodes, 'table');
      data.definition['z'] = { id: 'z', title: 'Z', type: 'text', textAlignment: 'left' };
      data.view.columns.push('z');
      for (const [name, { values }] of Object.entries(data.records)) {
        values['z'] = `z${name}`;
        fragments.push({ object: 'fragment', fragment: `z${name}`, nodes: [paragraph('v')] });
      }
    });
    const widened = [
      head.split('\n')[0],
      head.split('\n')[1],
      ...rows.map((row) => row.trim()),
    ].map((line, index) => `${line}${[' Z |', ' --- |'][index] ?? ' v |'}\n`);
    expect(more).toBe(stored.replace(head + rows.join(''), widened.join('')));
    const less = edited(stored, (nodes) => {
      const { data } = blockOf(nodes, 'table');
      delete data.definition['c1'];
      data.view.columns = ['c2', 'c3'];
    });
    const narrowed = [head, ...rows].join('').replaceAll(/^\|[^|]*/gm, '');
    expect(less).toBe(stored.replace(head + rows.join(''), narrowed));
  });

  test('an alignment', () => {
    const written = edited(stored, (nodes) => {
      const column = blockOf(nodes, 'table').data.definition['c1'];
      if (column?.type === 'text') column.textAlignment = 'center';
    });
    expect(written).toBe(stored.replace('|:-------|', '| :---: |'));
  });
});

describe('rows and columns of an HTML table', () => {
  const head =
    '<table border="1" class="wide">\n  <thead>\n    <tr class="head"><th width="200"><em>Name</em></th><th align=center>N</th></tr>\n  </thead>\n  <tbody>\n';
  const rows = [
    '    <tr><td>a &amp; <b>b</b></td><td  title="one">1</td></tr>\n',
    '    <tr class="odd">\n      <td><p>c<br>d</p></td>\n      <td>2</td></tr>\n',
    "    <tr><td><a href='x.md'>e</a></td><td>3</td></tr>\n",
  ];
  const [first, second, third] = rows as [string, string, string];
  const table = (...lines: string[]) =>
    `Before  *it*\n\n${head}${lines.join('')}  </tbody>\n</table>\n\nAfter __it__\n`;
  const stored = table(...rows);
  const fresh = [[paragraph('x')], [paragraph('y')]];
  const added = '    <tr><td>x</td><td>y</td></tr>\n';

  test.each<[string, (rows: Block[][][]) => void, string[]]>([
    ['a row at the end', (all) => all.push(fresh), [...rows, added]],
    ['a row at the start', (all) => all.unshift(fresh), [added, ...rows]],
    ['a row between', (all) => all.splice(1, 0, fresh), [first, added, second, third]],
    ['a row less', (all) => all.splice(1, 1), [first, third]],
    [
      'rows in another order',
      (all) => all.splice(0, all.length, ...all.toReversed()),
      [third, second, first],
    ],
    [
      'another cell',
      (all) => all[2]?.splice(1, 1, [paragraph('f'), paragraph('g')]),
      [first, second, third.replace('3', '<p>f</p><p>g</p>')],
    ],
  ])('%s', (_, change, lines) => {
    const written = edited(stored, (nodes) => withRows(blockOf(nodes, 'table'), change));
    expect(written).toBe(table(...lines));
  });

  test('a column more, and one less', () => {
    const more = edited(stored, (nodes) => {
      const { data, fragments } = blockOf(nodes, 'table');
      data.definition['z'] = { id: 'z', title: 'Z', type: 'text', textAlignment: 'left' };
      data.view.columns.push('z');
      for (const [name, { values }] of Object.entries(data.records)) {
        values['z'] = `z${name}`;
        fragments.push({ object: 'fragment', fragment: `z${name}`, nodes: [paragraph('v')] });
      }
    });
    expect(more).toBe(
      stored
        .replace('N</th>', 'N</th><th>Z</th>')
        .replaceAll(/([13])<\/td>/g, '$1</td><td>v</td>')
        .replace('2</td>', '2</td>\n      <td>v</td>'),
    );
    const less = edited(stored, (nodes) => {
      const { data } = blockOf(nodes, 'table');
      delete data.definition['c2'];
      data.view.columns = ['c1'];
    });
    expect(less).toBe(
      stored
        .replace('<th align=center>N</th>', '')
        .replaceAll(/\s*<td(?:  title="one")?>\d<\/td>/g, ''),
    );
  });

  test('a title', () => {
    const written = edited(stored, (nodes) => {
      const column = blockOf(nodes, 'table').data.definition['c2'];
      if (column) column.title = 'M';
    });
    expect(written).toBe(stored.replace('N</th>', 'M</th>'));
  });
});

describe('items of a list', () => {
  const stored =
    'Text\n\n*  __one__ <u>x</u>\n*  [two](b.md "t")\n    *  sub __x__\n*  three <!-- c -->\n';
  const listOf = (nodes: readonly Block[]) => blockOf(nodes, 'list-unordered') as ListBlock;

  test.each<[string, (items: ListItemBlock[]) => void, string]>([
    [
      'one more',
      (all) => all.splice(1, 0, item('new')),
      stored.replace('*  [two]', '* new\n*  [two]'),
    ],
    ['one less', (all) => all.splice(0, 1), stored.replace('*  __one__ <u>x</u>\n', '')],
    [
      'another order',
      (all) => all.splice(0, all.length, ...all.toReversed()),
      'Text\n\n*  three <!-- c -->\n*  [two](b.md "t")\n    *  sub __x__\n*  __one__ <u>x</u>\n',
    ],
  ])('%s', (_, change, markdown) => {
    expect(edited(stored, (nodes) => change(listOf(nodes).nodes))).toBe(markdown);
  });

  test('another kind of list keeps the text of its items, code in them too', () => {
    const numbered = edited(stored, (nodes) => {
      nodes[1] = { ...listOf(nodes), type: 'list-ordered', data: {} } as Block;
    });
    expect(numbered).toBe(
      'Text\n\n1. __one__ <u>x</u>\n2. [two](b.md "t")\n   * sub __x__\n3. three <!-- c -->\n',
    );
    const code = '1. __a__\n\n   ~~~js title="x" {1,3}\n   y\n   ~~~\n2. b\n';
    const bullets = edited(code, (nodes) => {
      nodes[0] = { ...(nodes[0] as ListBlock), type: 'list-unordered', data: {} } as Block;
    });
    expect(bullets).toBe('* __a__\n\n  ~~~js title="x" {1,3}\n  y\n  ~~~\n\n* b\n');
    const tasks = '- [x]  __a__ <u>v</u>\n- [ ] b\n';
    const unchecked = edited(tasks, (nodes) => {
      const [first] = (nodes[0] as ListBlock).nodes;
      if (first) first.data.checked = false;
    });
    expect(unchecked).toContain('[ ] __a__ <u>v</u>\n- [ ] b\n');
  });
});

describe('lines of code', () => {
  const line = (text: string) => createCode(text, {}).nodes;
  const stored = '~~~~js title="x" {1,3}  \nlet a = 1;\n\n\tb\n~~~~\n';
  test.each<[string, string, (block: CodeBlock) => void, string]>([
    [
      'one more',
      stored,
      ({ nodes }) => nodes.splice(1, 0, ...line('new')),
      stored.replace(';\n', ';\nnew\n'),
    ],
    ['one less', stored, ({ nodes }) => nodes.splice(0, 1), stored.replace('let a = 1;\n', '')],
    [
      'within a tag',
      '{% code title="a" foo="b" %}\n```js x="y"\na\n```\n{% endcode %}\n',
      ({ nodes }) => nodes.push(...line('new')),
      '{% code title="a" foo="b" %}\n```js x="y"\na\nnew\n```\n{% endcode %}\n',
    ],
    [
      'a title',
      stored,
      (block) => Object.assign(block.data, { title: 'T' }),
      `{% code title="T" %}\n${stored.trimEnd()}\n{% endcode %}\n`,
    ],
    [
      'one that would end it',
      '```js x="y"\na\n```\n',
      ({ nodes }) => nodes.push(...line('```')),
      '````js\na\n```\n````\n',
    ],
  ])('%s', (_, markdown, change, result) => {
    expect(edited(markdown, (nodes) => change(blockOf(nodes, 'code')))).toBe(result);
  });

  test('in an item of a quote', () => {
    const quoted = '> - a\n>\n>   ```js title="x" {1,3}\n>   let a = 1;\n>   ```\n> - c __d__\n';
    const written = edited(quoted, (nodes) => {
      const list = blockOf(blockOf(nodes, 'blockquote').nodes, 'list-unordered') as ListBlock;
      blockOf(list.nodes[0]?.nodes ?? [], 'code').nodes.push(...line('new'));
    });
    expect(written).toBe(quoted.replace('= 1;\n', '= 1;\n>   new\n'));
  });
});

describe('lines of text in other blocks', () => {
  const text = '__A__ [b](c.md "t") <u>d</u><br>e <!-- f -->';
  test.each<[string, string, (nodes: Block[]) => void, string]>([
    [
      'another level of a heading',
      `## ${text} ##\n`,
      ([block]) => Object.assign(block ?? {}, { type: 'heading-1' }),
      `# ${text}\n`,
    ],
    [
      'a heading of two lines',
      `${text}\n===\n`,
      ([block]) => Object.assign(block ?? {}, { type: 'heading-3' }),
      `### ${text}\n`,
    ],
    [
      'a paragraph as a heading',
      `${text}\nmore\n`,
      ([block]) => Object.assign(block ?? {}, { type: 'heading-2' }),
      `## ${text} more\n`,
    ],
    [
      'a paragraph in a quote no more',
      `> ${text}\n>\n> b\n`,
      (nodes) => nodes.splice(0, 1, ...blockOf(nodes, 'blockquote').nodes),
      `${text}\n\nb\n`,
    ],
  ])('%s', (_, markdown, change, result) => {
    expect(edited(markdown, change)).toBe(result);
  });

  test('one of several texts gets another footnote', () => {
    const stored =
      '*  One __a__[^n] and [two](#user-content-fn-n)[^n].\n\nThree[^n]\n\n[^n]: A __b__.\n';
    const json = JSON.stringify(treeOf(stored).nodes);
    const written = edited(stored, (nodes) => {
      nodes.splice(0, nodes.length, ...(JSON.parse(json.replace('"b"', '"c"')) as Block[]));
    });
    expect(written).toBe(
      stored.replace('One __a__[^n]', 'One **a**[^1]').replace('*  ', '*  ') + '\n[^1]: A **c**.\n',
    );
  });
});

test.each<[string, (nodes: Block[]) => void, string]>([
  [
    'In <img alt=word src=a.png data-q=1> line\n',
    (nodes) => setCaption(nodes, 'new'),
    'In <img alt=new src=a.png data-q=1> line\n',
  ],
  [
    'In <img alt=word src=a.png> line\n',
    (nodes) => setCaption(nodes, 'two words'),
    'In <img alt="two words" src=a.png> line\n',
  ],
  [
    "In <img alt='word' src=a.png> line\n",
    (nodes) => setCaption(nodes, "it's"),
    "In <img alt='it&#39;s' src=a.png> line\n",
  ],
  [
    `<table><thead><tr><th data-type="select" data-options='[["a","A","#f00"]]' data-option="k" width=20>S</th></tr></thead><tbody><tr><td>a</td></tr></tbody></table>\n`,
    (nodes) => {
      const column = blockOf(nodes, 'table').data.definition['c1'];
      const [option] = column?.type === 'select' ? column.options : [];
      if (option) option.label = 'B';
    },
    `<table><thead><tr><th data-type="select" data-options='[["a","B","#f00"]]' data-option="k" width=20>S</th></tr></thead><tbody><tr><td>a</td></tr></tbody></table>\n`,
  ],
])('a value in %j keeps its quotes, and what is beside it', (markdown, edit, result) => {
  expect(edited(markdown, edit)).toBe(result);
});

function setCaption(nodes: readonly Block[], caption: string): void {
  for (const node of blockOf(nodes, 'paragraph').nodes) {
    if (node.object === 'inline' && node.type === 'inline-image') node.data.caption = caption;
  }
}
