/** Maximum number of characters shown on either side of a problem. */
const CONTEXT_LENGTH = 40;

/**
 * An error for a text that is not an expression of the expected kind. The message shows the
 * position, and follows the name of the field that contains the text.
 */
export class ExpressionError extends Error {
  override name = 'ExpressionError';
  /** From 1. */
  readonly line: number;
  /** From 1, in UTF-16 code units. */
  readonly column: number;

  /**
   * @param noun the expected kind, e.g. `condition`
   * @param offset position of the problem in the text, from 0
   */
  constructor(noun: string, problem: string, text: string, offset: number) {
    const before = text.slice(0, offset).split('\n');
    const line = before.length;
    const column = (before.at(-1) ?? '').length + 1;
    super(
      `is not a valid ${noun}, at line ${line}, column ${column}: ${problem}\n\n${excerpt(text, line, column)}`,
    );
    this.line = line;
    this.column = column;
  }
}

/** Returns the line of the problem, or the part around it, with a caret below the position. */
function excerpt(text: string, line: number, column: number): string {
  const whole = (text.split('\n')[line - 1] ?? '').replaceAll(/[\t\r]/g, ' ');
  const start = Math.max(0, column - 1 - CONTEXT_LENGTH);
  const end = column - 1 + CONTEXT_LENGTH;
  const prefix = start > 0 ? '…' : '';
  const shown = `${prefix}${whole.slice(start, end)}${end < whole.length ? '…' : ''}`;
  return `${shown}\n${' '.repeat(prefix.length + column - 1 - start)}^`;
}
