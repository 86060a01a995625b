import { decodeHTML } from 'entities';
import type { MarkdownIt, StateInline } from 'markdown-it';
import { expressionLengthMax } from './document-limits.ts';
import { findNext } from './find-next.ts';
import { startsExpression } from './tag-syntax.ts';

const emojiPattern = /:([a-z0-9+-][a-z0-9_+-]{0,48}):(?![\w:])/y;

/** Adds the inline rules of the dialect to the parser. */
export function addInlineRules(parser: MarkdownIt): void {
  parser.inline.ruler.before('escape', 'math_inline', parseMath);
  parser.inline.ruler.before('escape', 'tag_text', parseTagText);
  parser.inline.ruler.before('html_inline', 'expression', parseExpression);
  parser.inline.ruler.before('html_inline', 'braces', parseBraces);
  parser.inline.ruler.before('html_inline', 'emoji', parseEmoji);
}

/** Parses `$$formula$$` within a line of text. */
function parseMath(state: StateInline, silent: boolean): boolean {
  if (!state.src.startsWith('$$', state.pos)) return false;
  const end = findNext(state, state.src, '$$', state.pos + 2);
  const formula = end < 0 ? '' : state.src.slice(state.pos + 2, end).trim();
  if (formula === '' || end + 2 > state.posMax) return false;
  if (!silent) state.push('math_inline', 'math', 0).content = formula;
  state.pos = end + 2;
  return true;
}

/** Parses `:name:` without adjacent word characters, so that times and ratios are unaffected. */
function parseEmoji(state: StateInline, silent: boolean): boolean {
  if (state.src[state.pos] !== ':' || /[\w:]/.test(state.src[state.pos - 1] ?? '')) return false;
  emojiPattern.lastIndex = state.pos;
  const name = emojiPattern.exec(state.src)?.[1];
  if (name === undefined || !/[a-z]|^[+-]1$/.test(name)) return false;
  if (!silent) state.push('emoji', '', 0).content = name;
  state.pos += name.length + 2;
  return true;
}

/** Parses a tag within a line as literal text, without any markdown in it. */
function parseTagText(state: StateInline, silent: boolean): boolean {
  if (!state.src.startsWith('{%', state.pos)) return false;
  const end = findNext(state, state.src, '%}', state.pos + 2);
  const newline = findNext(state, state.src, '\n', state.pos);
  if (end < 0 || (newline >= 0 && newline < end)) return false;
  if (!silent) {
    const token = state.push('tag_text', '', 0);
    token.content = state.src.slice(state.pos, end + 2);
    token.meta = { start: state.pos };
  }
  state.pos = end + 2;
  return true;
}

const expressionStart = '<code class="expression">';

/** Parses an expression, which contains no markdown either. */
function parseExpression(state: StateInline, silent: boolean): boolean {
  if (!state.src.startsWith(expressionStart, state.pos)) return false;
  const start = state.pos + expressionStart.length;
  const end = findNext(state, state.src, '</code>', start);
  if (end < 0) return false;
  if (!silent) state.push('expression', '', 0).content = decodeHTML(state.src.slice(start, end));
  state.pos = end + '</code>'.length;
  return true;
}

/** Parses `{{ page.vars.name }}`, the short form of an expression. */
function parseBraces(state: StateInline, silent: boolean): boolean {
  const { src, pos } = state;
  if (!src.startsWith('{{', pos) || !startsExpression(src.slice(pos + 2, pos + 40))) return false;
  const end = findNext(state, src, '}}', pos);
  const newline = findNext(state, src, '\n', pos);
  if (end < 0 || end > pos + expressionLengthMax || (newline >= 0 && newline < end)) return false;
  if (!silent) state.push('expression', '', 0).content = src.slice(pos + 2, end).trim();
  state.pos = end + 2;
  return true;
}
