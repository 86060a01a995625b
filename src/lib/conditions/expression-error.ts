/** Most characters of a line that are shown on either side of a problem. */
const CONTEXT_LENGTH = 40;

/**
 * A text is no expression, or not one of the kind that is wanted. The message follows the name of
 * what holds it, and shows the place.
 */
export class ExpressionError extends Error {
  override name = 'ExpressionError';
  /** From 1. */
  readonly line: number;
  /** From 1, in UTF-16 code units. */
  readonly column: number;

  /**
   * @param noun what it was to be, e.g. `condition`
   * @param offset where in the text the problem lies, from 0
   */
  constructor(noun: string, problem: string, text: string, offset: number) {
    const before = text.slice(0, offset).split('\n');
    const line = before.length;
    const column = (before.at(-1) ?? '').length + 1;
    super(
      `is no ${noun}, at line ${line}, column ${column}: ${problem}\n\n${excerpt(text, line, column)}`,
    );
    this.line = line;
    this.column = column;
  }
}

/** The line of a problem, or the part around it, with a caret below the place. */
function excerpt(text: string, line: number, column: number): string {
  const whole = (text.split('\n')[line - 1] ?? '').replaceAll(/[\t\r]/g, ' ');
  const start = Math.max(0, column - 1 - CONTEXT_LENGTH);
  const end = column - 1 + CONTEXT_LENGTH;
  const prefix = start > 0 ? '…' : '';
  const shown = `${prefix}${whole.slice(start, end)}${end < whole.length ? '…' : ''}`;
  return `${shown}\n${' '.repeat(prefix.length + column - 1 - start)}^`;
}
