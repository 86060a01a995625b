import fc from 'fast-check';
import type { TableDefinition, TableValue } from '../../src/document/document-tree.ts';
import { contentRef, id, lineText, sourceRef, type AnyNode } from './arbitrary-inlines.ts';

/** Columns of every type. */
export const arbitraryColumn: fc.Arbitrary<TableDefinition> = fc.oneof(
  fc.record({
    id,
    title: fc.oneof(fc.constant(''), lineText),
    type: fc.constant('text' as const),
    textAlignment: fc.constantFrom('left', 'center', 'right'),
  }),
  fc.record({
    id,
    title: lineText,
    type: fc.constant('text' as const),
    textAlignment: fc.constantFrom('left', 'center', 'right'),
    verticalAlignment: fc.constantFrom('top', 'middle', 'bottom'),
  }),
  fc.record({
    id,
    title: lineText,
    type: fc.constantFrom('number', 'checkbox', 'files', 'content-ref', 'image'),
  }),
  fc.record({ id, title: lineText, type: fc.constant('users' as const), multiple: fc.boolean() }),
  fc.record({
    id,
    title: lineText,
    type: fc.constant('rating' as const),
    max: fc.integer({ min: 1, max: 10 }),
  }),
  fc.record({
    id,
    title: lineText,
    type: fc.constant('select' as const),
    multiple: fc.boolean(),
    options: fc.array(fc.record({ value: id, label: lineText, color: id }), { maxLength: 3 }),
  }),
);
/** Values of cells, by the type of their column. */
export const arbitraryValues: Record<string, fc.Arbitrary<TableValue>> = {
  number: fc.constantFrom(0, 1.5, -2, 1e21, null),
  rating: fc.constantFrom(0, 3, null),
  checkbox: fc.boolean(),
  files: fc.array(id, { maxLength: 2 }),
  users: fc.array(id, { maxLength: 2 }),
  select: fc.array(lineText, { maxLength: 2 }),
  'content-ref': fc.option(contentRef),
  image: fc.option(sourceRef),
};

/** A table of columns and the values of its cells, in any order of names. */
export function createTable(
  columns: readonly TableDefinition[],
  rows: readonly unknown[][],
  { kind, flag }: { kind: string; flag: boolean },
): AnyNode {
  const fragments: AnyNode[] = [];
  const records = rows.map((cells, row) => {
    const entries = columns.map(({ id: name, type }, column) => {
      if (type !== 'text') return [name, cells[column]];
      const key = `f${row}${name}`;
      fragments.push({ object: 'fragment', fragment: key, nodes: cells[column] });
      return [name, key];
    });
    return [`x${row}`, { orderIndex: `${1000 - row}`, values: Object.fromEntries(entries) }];
  });
  const ids = columns.map(({ id: name }) => name);
  const [first = ''] = ids;
  const shown = flag ? ids.toReversed() : ids.slice(0, 2);
  const view =
    kind === 'cards'
      ? {
          type: 'cards',
          columns: shown,
          cardSize: flag ? 'large' : 'medium',
          coverDefinition: first,
        }
      : {
          type: 'grid',
          columns: kind === 'wide' ? shown : ids,
          hideHeader: columns.every(({ title }) => title === '') || (kind === 'wide' && flag),
          ...(kind === 'wide' ? { columnWidths: { [first]: 120.5 }, useNewSizing: flag } : {}),
        };
  return {
    object: 'block',
    type: 'table',
    isVoid: true,
    data: {
      view,
      definition: Object.fromEntries(columns.map((column) => [column.id, column])),
      records: Object.fromEntries(records),
      ...(flag && kind === 'wide' ? { fullWidth: true } : {}),
    },
    fragments,
  };
}
