import { expect, test } from 'vitest';
import { outline, paragraph, url } from './support.ts';

const text = (id: string, title: string, textAlignment = 'left') => {
  return { id, title, type: 'text', textAlignment };
};

test('a table with pipes', () => {
  expect(outline('| A | `B` |\n|---|--:|\n| x | **y** |')).toEqual([
    {
      type: 'table',
      view: { type: 'grid', columns: ['c1', 'c2'], hideHeader: false },
      definition: { c1: text('c1', 'A'), c2: text('c2', 'B', 'right') },
      records: { r1: { orderIndex: '000000', values: { c1: 'r1c1', c2: 'r1c2' } } },
      fragments: [
        { fragment: 'r1c1', nodes: [paragraph('x')] },
        { fragment: 'r1c2', nodes: [paragraph(['bold', 'y'])] },
      ],
    },
  ]);
});

test('a table without titles hides its header', () => {
  expect(outline('| | |\n|-|-|\n|a|b|')).toMatchObject([{ view: { hideHeader: true } }]);
});

test('an HTML table may have empty lines, widths and blocks in its cells', () => {
  const markdown =
    '<table data-full-width="true">\n<thead><tr><th width="120">A</th></tr></thead>\n\n' +
    '<tbody><tr><td><p>b</p><ul><li>c</li></ul></td></tr></tbody>\n</table>';
  const list = { type: 'list-unordered', nodes: [{ type: 'list-item', nodes: [paragraph('c')] }] };
  expect(outline(markdown)).toEqual([
    {
      type: 'table',
      fullWidth: true,
      view: { type: 'grid', columns: ['c1'], columnWidths: { c1: 120 }, hideHeader: false },
      definition: { c1: text('c1', 'A') },
      records: { r1: { orderIndex: '000000', values: { c1: 'r1c1' } } },
      fragments: [{ fragment: 'r1c1', nodes: [paragraph('b'), list] }],
    },
  ]);
});

test('cards with a target and a cover', () => {
  const markdown =
    '<table data-view="cards" data-card-size="large"><thead><tr><th></th>' +
    '<th data-hidden data-card-target data-type="content-ref"></th>' +
    '<th data-hidden data-card-cover data-type="files"></th></tr></thead><tbody>' +
    '<tr><td>T</td><td><a href="a.md">a.md</a></td><td><a href="b.png">b.png</a></td></tr></tbody></table>';
  expect(outline(markdown)).toMatchObject([
    {
      view: {
        type: 'cards',
        cardSize: 'large',
        columns: ['c1'],
        targetDefinition: 'c2',
        coverDefinition: 'c3',
      },
      definition: { c2: { type: 'content-ref' }, c3: { type: 'files' } },
      records: { r1: { values: { c1: 'r1c1', c2: url('a.md'), c3: ['b.png'] } } },
    },
  ]);
});

test.each<[string, string, unknown]>([
  ['number', '4.5', 4.5],
  ['number', 'many', null],
  ['checkbox', 'true', true],
  ['checkbox', '', false],
  ['rating', '3', 3],
  ['select', 'a, b', ['a', 'b']],
  ['users', 'u1', ['u1']],
  ['image', '<img src="a.png">', url('a.png')],
  ['content-ref', '', null],
])('a cell of type %s: %j', (type, cell, value) => {
  const markdown = `<table><tr><th data-type="${type}">A</th></tr><tr><td>${cell}</td></tr></table>`;
  expect(outline(markdown)).toMatchObject([
    { definition: { c1: { type } }, records: { r1: { values: { c1: value } } } },
  ]);
});
