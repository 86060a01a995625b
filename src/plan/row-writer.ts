import { isNonNullType } from 'graphql';
import type { WireRow } from './levels.ts';
import type { OperationRun } from './operation-run.ts';
import type { Output } from './output.ts';
import type { ObjectShape, SelectedField } from './selections.ts';
import { NotPlanned, wireToJson, type WireKind } from './wire-values.ts';

/** Writes a part of the response, made of a row, a page or nothing. */
export type Writer<Part> = (out: Output, run: OperationRun, part: Part) => void;

/** Writes the part of a row. */
export type RowWriter = Writer<WireRow>;

/** Returns a writer of the same text always. */
export function textWriter(text: string): Writer<unknown> {
  return (out) => {
    out.text += text;
  };
}

/** Returns a writer of an object, each of whose members has its own writer. */
export function objectWriter<Part>(
  { open, close, fields, isSparse }: ObjectShape,
  writerOf: (selected: SelectedField) => Writer<Part>,
): Writer<Part> {
  const writers = fields.map((selected) => {
    const write = writerOf(selected);
    if (selected.isBeside !== true) return write;
    return (_out: Output, run: OperationRun, part: Part) => write(run.beside(selected), run, part);
  });
  return (out, run, part) => {
    out.text += open;
    const members = isSparse ? out.sparseHole() : out;
    for (const write of writers) write(members, run, part);
    out.text += close;
  };
}

/** A member of an object that shows a column of its row as it is. */
export interface ColumnMember {
  readonly selected: SelectedField;
  readonly index: number;
  readonly kind: WireKind;
  /** JSON of each value, if the type is an enum. */
  readonly enumTexts: ReadonlyMap<unknown, string> | undefined;
}

/** A member of an object that a row is written as. */
export type RowMember = ColumnMember | RowWriter;

/**
 * Returns a writer of a row as an object. Columns that follow each other are one text, without a
 * call for each: most members are columns, and most of the time of a large response is spent here.
 */
export function rowWriter(
  { open, close, fields, isSparse }: ObjectShape,
  memberOf: (selected: SelectedField) => RowMember,
): RowWriter {
  const members = fields.map((selected): RowMember => {
    const member = memberOf(selected);
    return selected.isBeside === true
      ? (_out, run, row) => writeMember(run.beside(selected), run, row, member)
      : member;
  });
  return (out, run, row) => {
    let target = out;
    let text = open;
    if (isSparse) {
      out.text += open;
      target = out.sparseHole();
      text = '';
    }
    for (const member of members) {
      const column = typeof member === 'function' ? undefined : columnText(member, row);
      if (column === undefined) {
        target.text += text;
        text = '';
        writeMember(target, run, row, member);
      } else {
        text += column;
      }
    }
    target.text += text;
    out.text += close;
  };
}

function writeMember(out: Output, run: OperationRun, row: WireRow, member: RowMember): void {
  if (typeof member === 'function') {
    member(out, run, row);
    return;
  }
  const text = columnText(member, row);
  if (text === undefined) writeNull(out, run, member.selected);
  else out.text += text;
}

/** Returns the text of a column as a member of an object; undefined if it is null. */
function columnText(
  { selected, index, kind, enumTexts }: ColumnMember,
  row: WireRow,
): string | undefined {
  const value = row[index] ?? null;
  if (value === null) return undefined;
  if (!enumTexts) return selected.prefix + wireToJson(kind, value);
  const text = enumTexts.get(value);
  if (text === undefined) throw new NotPlanned('A value of no enum.');
  return selected.prefix + text;
}

/**
 * Writes the null of a field as its format does.
 *
 * @throws NotPlanned where the execution has to report it
 */
export function writeNull(out: Output, run: OperationRun, selected: SelectedField): void {
  if (selected.field && isNonNullType(selected.field.type)) {
    throw new NotPlanned('A null that may not be.');
  }
  switch (selected.onNull) {
    case 'written':
      out.text += `${selected.prefix}null`;
      break;
    case 'reported':
      run.missingStep = selected.step;
      break;
    case 'executed':
      throw new NotPlanned('A null that the format cannot write.');
    case 'omitted':
      break;
  }
}
