import type { Env, MarkdownIt, StateBlock, StateInline } from 'markdown-it';

/** Names of footnotes, per document being parsed. */
const definitions = new WeakMap<Env, Set<string>>();

const definitionPattern = /^\[\^([^\]\s]{1,100})\]:/;
const referencePattern = /\[\^([^\]\s]{1,100})\]/y;

/**
 * Adds footnotes to the parser: `[^1]` in a line, and `[^1]: text` at the start of a line, with
 * further blocks indented by four spaces. A reference without a definition is text.
 */
export function addFootnoteRules(parser: MarkdownIt): void {
  parser.block.ruler.before('reference', 'footnote', parseDefinition, {
    alt: ['paragraph', 'reference'],
  });
  parser.inline.ruler.before('link', 'footnote_reference', parseReference);
}

function parseDefinition(
  state: StateBlock,
  startLine: number,
  endLine: number,
  silent: boolean,
): boolean {
  const start = (state.bMarks[startLine] ?? 0) + (state.tShift[startLine] ?? 0);
  const line = state.src.slice(start, state.eMarks[startLine]);
  const match = definitionPattern.exec(line);
  if (!match?.[1] || (state.sCount[startLine] ?? 0) - state.blkIndent > 3) return false;
  // Within lists and quotes, it becomes a paragraph. Otherwise it would be parsed as a link
  // definition and vanish.
  const isNote = state.level === 0;
  // A line with less indentation ends the previous block in any case.
  if (silent) return isNote || (state.sCount[startLine] ?? 0) < state.blkIndent;
  if (!isNote) return pushLine(state, startLine, line);
  const known = definitions.get(state.env) ?? new Set<string>();
  definitions.set(state.env, known.add(match[1]));
  const token = state.push('footnote_open', '', 1);
  token.meta = { label: match[1] };
  const lines: [number, number] = [startLine, startLine + 1];
  token.map = lines;
  readContent(state, startLine, endLine, start + match[0].length);
  lines[1] = state.line;
  state.push('footnote_close', '', -1);
  return true;
}

function pushLine(state: StateBlock, line: number, content: string): true {
  state.push('paragraph_open', 'p', 1).map = [line, line + 1];
  const token = state.push('inline', '', 0);
  token.content = content;
  token.map = [line, line + 1];
  token.children = [];
  state.push('paragraph_close', 'p', -1);
  state.line = line + 1;
  return true;
}

/** Parses the blocks of a footnote, as if its first line were indented like the others. */
function readContent(state: StateBlock, line: number, endLine: number, contentStart: number): void {
  const { blkIndent, parentType } = state;
  const {
    bMarks: { [line]: bMark = 0 },
    tShift: { [line]: tShift = 0 },
    sCount: { [line]: sCount = 0 },
  } = state;
  const text = state.src.slice(contentStart, state.eMarks[line]);
  state.bMarks[line] = contentStart;
  state.tShift[line] = text.length - text.trimStart().length;
  state.blkIndent += 4;
  state.sCount[line] = state.blkIndent;
  state.parentType = 'reference';
  state.md.block.tokenize(state, line, endLine);
  Object.assign(state, { blkIndent, parentType });
  state.bMarks[line] = bMark;
  state.tShift[line] = tShift;
  state.sCount[line] = sCount;
}

function parseReference(state: StateInline, silent: boolean): boolean {
  referencePattern.lastIndex = state.pos;
  const label = state.src[state.pos] === '[' && referencePattern.exec(state.src)?.[1];
  if (!label || !definitions.get(state.env)?.has(label)) return false;
  if (!silent) state.push('footnote_reference', '', 0).content = label;
  state.pos += label.length + 3;
  return true;
}
