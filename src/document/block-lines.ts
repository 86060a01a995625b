import type { StateBlock } from 'markdown-it';
import type { Tag } from './tag-syntax.ts';

/** Returns the start of a line's text, after the markers of its containers. */
export function lineStart(state: StateBlock, line: number): number {
  return (state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0);
}

/** Returns a line without the markers of its containers. */
export function lineText(state: StateBlock, line: number): string {
  return state.src.slice(lineStart(state, line), state.eMarks[line]);
}

/** Returns the indentation of a line within its container, in columns. */
export function lineIndent(state: StateBlock, line: number): number {
  return (state.sCount[line] ?? 0) - state.blkIndent;
}

/** Checks whether a line starts with a text, and is not indented code. */
export function startsWith(state: StateBlock, line: number, text: string): boolean {
  return lineIndent(state, line) < 4 && state.src.startsWith(text, lineStart(state, line));
}

/**
 * Returns the line of the same container that contains `position`; -1 if the container ends before
 * it.
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

/** Adds a tag token. */
export function pushTag(state: StateBlock, tag: Tag, lines: [number, number]): void {
  const token = state.push('tag', '', 0);
  token.meta = { tag };
  token.map = lines;
}

/** Adds the tokens of a paragraph. */
export function pushParagraph(state: StateBlock, content: string, lines: [number, number]): void {
  state.push('paragraph_open', 'p', 1).map = lines;
  pushInline(state, content, lines);
  state.push('paragraph_close', 'p', -1);
}

/** Adds the token of a text, which is parsed as a line. */
export function pushInline(state: StateBlock, content: string, lines: [number, number]): void {
  const token = state.push('inline', '', 0);
  token.content = content;
  token.map = lines;
  token.children = [];
}
