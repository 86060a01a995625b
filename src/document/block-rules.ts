import type { Env, MarkdownIt, StateBlock } from 'markdown-it';
import {
  lineAt,
  lineIndent,
  lineStart,
  lineText,
  pushInline,
  pushParagraph,
  pushTag,
  startsWith,
} from './block-lines.ts';
import { depthMax, tableCellsMax } from './document-limits.ts';
import { findNext } from './find-next.ts';
import { parseTagLine } from './tag-lines.ts';
import { parseAttributes } from './tag-syntax.ts';
import type { Tag } from './tag-syntax.ts';

/** Number of pipe-table cells so far, per document being parsed. */
const tableCells = new WeakMap<Env, number>();

const interrupting = { alt: ['paragraph', 'reference', 'blockquote', 'list'] };
const summaryPattern = /^<summary\b[^>]*>([^]*?)<\/summary>/i;
const detailsPattern = /^<(\/?)details\b([^>]*)>/i;

/** Adds the block rules of the dialect to the parser. */
export function addBlockRules(parser: MarkdownIt): void {
  const { ruler } = parser.block;
  ruler.before('table', 'depth_limit', limitDepth);
  ruler.before('table', 'table_limit', limitTables);
  ruler.before('fence', 'tag_line', parseTagLine, interrupting);
  ruler.before('fence', 'math_block', parseMathBlock, interrupting);
  ruler.before('html_block', 'details_line', parseDetailsLine, interrupting);
  ruler.before('html_block', 'html_table', parseHtmlTable, interrupting);
}

/** Converts blocks below the maximum depth to paragraphs, which the parser would drop. */
function limitDepth(
  state: StateBlock,
  startLine: number,
  endLine: number,
  silent: boolean,
): boolean {
  if (state.level < depthMax || silent) return false;
  let line = startLine;
  while (line < endLine && (state.isEmpty(line) || lineIndent(state, line) >= 0)) line += 1;
  pushParagraph(state, state.getLines(startLine, line, state.blkIndent, false), [startLine, line]);
  state.line = line;
  return true;
}

/**
 * Converts a table that exceeds the document's limit of cells to a paragraph. The parser pads short
 * rows to the table's width, so a few characters can become thousands of cells.
 */
function limitTables(
  state: StateBlock,
  startLine: number,
  endLine: number,
  silent: boolean,
): boolean {
  const delimiters = startLine + 1 < endLine ? lineText(state, startLine + 1) : '';
  if (silent || !/^[|:-][\s|:-]*$/.test(delimiters)) return false;
  let line = startLine;
  while (line < endLine && !state.isEmpty(line) && lineIndent(state, line) >= 0) line += 1;
  const columnCount = delimiters.split('|').length;
  const cellCount = (tableCells.get(state.env) ?? 0) + columnCount * (line - startLine);
  if (cellCount <= tableCellsMax) {
    tableCells.set(state.env, cellCount);
    return false;
  }
  const lines: [number, number] = [startLine, line];
  pushParagraph(state, state.getLines(startLine, line, state.blkIndent, false), lines);
  state.line = line;
  return true;
}

/** Parses `$$ … $$` on one or several lines, with no text after it. */
function parseMathBlock(state: StateBlock, startLine: number, endLine: number, silent: boolean) {
  if (!startsWith(state, startLine, '$$')) return false;
  const start = lineStart(state, startLine) + 2;
  const end = findNext(state.env, state.src, '$$', start);
  const lastLine = end < 0 ? -1 : lineAt(state, startLine, endLine, end);
  if (lastLine < 0 || state.src.slice(end + 2, state.eMarks[lastLine]).trim() !== '') return false;
  const source = state.getLines(startLine, lastLine + 1, state.blkIndent, false).trim();
  const formula = source.slice(2, -2).trim();
  if (source.length < 4 || formula === '') return false;
  if (silent) return true;
  const token = state.push('math_block', 'math', 0);
  token.content = formula;
  token.map = [startLine, lastLine + 1];
  state.line = lastLine + 1;
  return true;
}

/**
 * Parses `<details>`, `<summary>…</summary>` and `</details>` at the start of a line; markdown may
 * follow.
 */
function parseDetailsLine(state: StateBlock, startLine: number, endLine: number, silent: boolean) {
  if (!startsWith(state, startLine, '<') || !isDetails(lineText(state, startLine))) return false;
  if (silent) return true;
  const lastLine = summaryEndLine(state, startLine, endLine);
  const lines: [number, number] = [startLine, lastLine + 1];
  let rest = state.getLines(startLine, lastLine + 1, state.blkIndent, false).trim();
  for (let part = takeDetailsPart(rest); part; part = takeDetailsPart(rest)) {
    if (part.summary === undefined) pushTag(state, part.tag, lines);
    else pushSummary(state, part.summary, lines);
    rest = rest.slice(part.tag.source.length).trimStart();
  }
  const ending = /^([^]*?)\s*(<\/details>)$/i.exec(rest);
  const text = ending?.[1] ?? rest;
  if (text !== '') pushParagraph(state, text, lines);
  const closing = ending?.[2] === undefined ? undefined : takeDetailsPart(ending[2]);
  if (closing) pushTag(state, closing.tag, lines);
  state.line = lastLine + 1;
  return true;
}

function isDetails(text: string): boolean {
  return detailsPattern.test(text) || /^<summary\b[^>]*>/i.test(text);
}

/**
 * Returns the line on which a summary ends, since it may span several; the first line if it does
 * not end.
 */
function summaryEndLine(state: StateBlock, startLine: number, endLine: number): number {
  const limit = Math.min(endLine, startLine + 10);
  if (!/<summary\b/i.test(lineText(state, startLine))) return startLine;
  for (let line = startLine; line < limit; line += 1) {
    if (state.isEmpty(line) || lineIndent(state, line) < 0) break;
    if (/<\/summary>/i.test(lineText(state, line))) return line;
  }
  return startLine;
}

function takeDetailsPart(text: string): { tag: Tag; summary?: string } | undefined {
  const summary = summaryPattern.exec(text);
  const details = summary ? null : detailsPattern.exec(text);
  const source = (summary ?? details)?.[0];
  if (source === undefined) return undefined;
  const kind = details?.[1] === '/' ? 'close' : 'open';
  const attributes = parseAttributes(details?.[2] ?? '');
  const tag: Tag = { name: 'details', kind, word: 'details', attributes, rest: '', source };
  return summary ? { tag, summary: (summary[1] ?? '').trim() } : { tag };
}

/** Keeps a table with empty lines together, which would end a block of HTML. */
function parseHtmlTable(state: StateBlock, startLine: number, endLine: number, silent: boolean) {
  if (!startsWith(state, startLine, '<') || !/^<table[\s>]/i.test(lineText(state, startLine))) {
    return false;
  }
  const end = findNext(state.env, state.src, '</table>', lineStart(state, startLine));
  const lastLine = end < 0 ? -1 : lineAt(state, startLine, endLine, end);
  if (lastLine < 0) return false;
  if (silent) return true;
  const token = state.push('html_block', '', 0);
  token.content = state.getLines(startLine, lastLine + 1, state.blkIndent, true);
  token.map = [startLine, lastLine + 1];
  state.line = lastLine + 1;
  return true;
}

function pushSummary(state: StateBlock, content: string, lines: [number, number]): void {
  state.push('summary_open', 'summary', 1).map = lines;
  pushInline(state, content, lines);
  state.push('summary_close', 'summary', -1);
}
