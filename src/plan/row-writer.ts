import { isNonNullType } from 'graphql';
import type { WireRow } from './levels.ts';
import type { OperationRun } from './operation-run.ts';
import type { Output } from './output.ts';
import type { ObjectShape, SelectedField } from './selections.ts';
import { NotPlanned } from './wire-values.ts';

/** Writes a part of the answer, made of a row, a page or nothing. */
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
