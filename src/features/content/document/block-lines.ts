import type { StateBlock } from 'markdown-it';
import type { Tag } from './tag-syntax.ts';

/** Where the text of a line starts, behind the marks of what holds it. */
export function lineStart(state: StateBlock, line: number): number {
  return (state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0);
}

/** A line without the marks of what holds it. */
export function lineText(state: StateBlock, line: number): string {
  return state.src.slice(lineStart(state, line), state.eMarks[line]);
}

/** How far a line is indented within what holds it, in columns. */
export function lineIndent(state: StateBlock, line: number): number {
  return (state.sCount[line] ?? 0) - state.blkIndent;
}

/** Whether the text of a line, which is no indented code, starts so. */
export function startsWith(state: StateBlock, line: number, text: string): boolean {
  return lineIndent(state, line) < 4 && state.src.startsWith(text, lineStart(state, line));
}

/**
 * The line of the same container which holds `position`, or -1 when the container ends before it.
 */
export function lineAt(
  state: StateBlock,
  startLine: number,
  endLine: number,
  position: number,
): number {
  let line = startLine;
  while (line < endLine && (state.eMarks[line] ?? Infinity) < position) {
    line += 1;
    if (line >= endLine || (!state.isEmpty(line) && lineIndent(state, line) < 0)) return -1;
  }
  return line < endLine ? line : -1;
}

/** Adds a tag to the tokens. */
export function pushTag(state: StateBlock, tag: Tag, lines: [number, number]): void {
  const token = state.push('tag', '', 0);
  token.meta = { tag };
  token.map = lines;
}

/** Adds a paragraph to the tokens. */
export function pushParagraph(state: StateBlock, content: string, lines: [number, number]): void {
  state.push('paragraph_open', 'p', 1).map = lines;
  pushInline(state, content, lines);
  state.push('paragraph_close', 'p', -1);
}

/** Adds a text to the tokens, which is read as a line. */
export function pushInline(state: StateBlock, content: string, lines: [number, number]): void {
  const token = state.push('inline', '', 0);
  token.content = content;
  token.map = lines;
  token.children = [];
}
