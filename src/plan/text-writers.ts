import type { DeclaredAddress } from '../pagination/declared-fields.ts';
import type { Column, Scope, WireRow } from './levels.ts';
import type { RowWriter } from './row-writer.ts';
import type { SelectedField } from './selections.ts';
import { NotPlanned, wireToValue } from './wire-values.ts';

/** Returns a writer of an address, made of the texts of columns. */
export function addressWriter(
  scope: Scope,
  { prefix }: SelectedField,
  [root, ...address]: DeclaredAddress,
): RowWriter {
  const parts = address.map((segment) =>
    typeof segment === 'string' ? encodeURIComponent(segment) : scope.column(segment.field),
  );
  const [first] = root === 'app' ? parts.splice(0, 1) : [];
  return (out, run, row) => {
    let text =
      typeof first === 'object' ? run.addresses.app(textOf(row, first)) : run.addresses.own('v1');
    for (const part of parts) {
      text += `/${typeof part === 'string' ? part : encodeURIComponent(textOf(row, part))}`;
    }
    // Nothing in an encoded address is escaped in JSON.
    out.text += `${prefix}"${text}"`;
  };
}

function textOf(row: WireRow, { index, kind }: Column): string {
  const text = row[index] ?? null;
  if (text === null) throw new NotPlanned('An address without one of its segments.');
  // Computed columns are JSON.
  return kind === 'json' ? String(wireToValue(kind, text)) : text;
}

/** Returns a writer that writes rows with equal values in some columns once, for all of them. */
export function sharedWriter(
  scope: Scope,
  selected: SelectedField,
  fields: readonly string[],
  write: RowWriter,
): RowWriter {
  const columns = fields.map((field) => scope.column(field).index);
  return (out, run, row) => {
    const known = run.sharedBy(selected);
    const key = JSON.stringify(columns.map((index) => row[index]));
    const shared = known.get(key);
    if (shared) {
      out.include(shared);
    } else {
      const hole = out.hole();
      known.set(key, hole);
      write(hole, run, row);
    }
  };
}
