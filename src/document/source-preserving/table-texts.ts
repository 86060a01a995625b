import { canonicalJson } from '../../lib/canonical-json.ts';
import type { Block, Fragment, TableBlock } from '../document-tree.ts';

/** Returns the structure of a table without its texts. */
export function shapeOf({ data: { view, definition, records, fullWidth } }: TableBlock): unknown {
  const columns = Object.entries(definition).map(([id, column]) => {
    return [id, { ...column, title: '', options: 'options' in column && column.options.length }];
  });
  const rows = Object.values(records).map(({ values }) => {
    return Object.entries(values).map(([id, value]) => {
      if (definition[id]?.type === 'text') return [id, value];
      return [id, Array.isArray(value) ? value.length : value === null];
    });
  });
  return [view, fullWidth, columns, rows];
}

/** Returns the cells of a table that are text, in source order. */
export function parsedCells(parsed: Block | undefined): (Fragment | undefined)[][] {
  if (parsed?.type !== 'table') return [];
  const fragments = new Map(parsed.fragments.map((part) => [part.fragment, part]));
  const names = Object.keys(parsed.data.definition);
  return Object.values(parsed.data.records).map(({ values }) =>
    names.map((name) => {
      const value = values[name];
      return typeof value === 'string' ? fragments.get(value) : undefined;
    }),
  );
}

/** Checks whether rows of a table only moved. */
export function hasMovedRows(before: TableBlock, after: TableBlock): boolean {
  const [old = [], fresh = []] = [before, after].map(({ data: { records }, fragments }) => {
    const texts = new Map(fragments.map(({ fragment, nodes }) => [fragment, nodes]));
    return Object.values(records).map(({ values }) =>
      canonicalJson(
        Object.values(values).map((value) =>
          typeof value === 'string' ? (texts.get(value) ?? value) : value,
        ),
      ),
    );
  });
  const known = new Set(old.filter((key, index) => key !== fresh[index]));
  return fresh.some((key, index) => key !== old[index] && known.has(key));
}

/** Returns the columns of a table in source order. */
export function sourceColumns(normal: TableBlock, parsed: Block | undefined): string[] {
  const ids = Object.keys(normal.data.definition);
  if (parsed?.type !== 'table') return ids;
  const { view, definition } = parsed.data;
  const names = Object.keys(definition);
  const shown = [...new Set([...view.columns, ...names])];
  return names.flatMap((name) => ids[shown.indexOf(name)] ?? []);
}
