import type { WireRow } from './levels.ts';
import type { OperationRun } from './operation-run.ts';
import type { Output } from './output.ts';

/** Writes a part of the answer, made of a row, a page or nothing. */
export type Writer<Part> = (out: Output, run: OperationRun, part: Part) => void;

/** Writes the part of a row. */
export type RowWriter = Writer<WireRow>;

/** Writes the same text always. */
export function writeText(text: string): Writer<unknown> {
  return (out) => {
    out.text += text;
  };
}

/** Writes an object, each of whose members has its own writer. */
export function writeMembers<Part>(
  out: Output,
  run: OperationRun,
  part: Part,
  writers: readonly Writer<Part>[],
): void {
  let separator = '{';
  for (const write of writers) {
    out.text += separator;
    separator = ',';
    write(out, run, part);
  }
  out.text += separator === '{' ? '{}' : '}';
}
