import type { Env, StateBlock } from 'markdown-it';
import { lineAt, lineStart, pushParagraph, pushTag, startsWith } from './block-lines.ts';
import { lineTagsMax, tagLinesMax } from './document-limits.ts';
import { findNext } from './find-next.ts';
import { isKnownTag, parseTag } from './tag-syntax.ts';
import type { Tag } from './tag-syntax.ts';

/** Parses a line that starts with a tag, as a sequence of tags and text. */
export function parseTagLine(
  state: StateBlock,
  startLine: number,
  endLine: number,
  silent: boolean,
): boolean {
  if (!startsWith(state, startLine, '{%')) return false;
  const end = findNext(state.env, state.src, '%}', lineStart(state, startLine));
  const searchEnd = Math.min(endLine, startLine + tagLinesMax);
  const endOfFirst = end < 0 ? -1 : lineAt(state, startLine, searchEnd, end);
  if (endOfFirst < 0) return false;
  const lines: [number, number] = [startLine, endOfFirst + 1];
  let rest = state.getLines(startLine, endOfFirst + 1, state.blkIndent, false).trim();
  const first = takeTag(rest);
  if (!first || !isBlock(first, rest.slice(first.source.length), state)) return false;
  if (silent) return true;
  let count = 0;
  for (let tag: Tag | undefined = first; tag && count < lineTagsMax; tag = takeTag(rest)) {
    count += 1;
    pushTag(state, tag, lines);
    rest = rest.slice(tag.source.length).trimStart();
    const next = rest.indexOf('{%');
    const text = (next < 0 ? rest : rest.slice(0, next)).trim();
    if (text !== '' && (next < 0 || takeTag(rest.slice(next)))) {
      pushParagraph(state, text, lines);
      rest = next < 0 ? '' : rest.slice(next);
    }
  }
  if (rest !== '') pushParagraph(state, rest, lines);
  state.line = lines[1];
  return true;
}

/** Parses the tag at the start of a text. */
export function takeTag(text: string): Tag | undefined {
  if (!text.startsWith('{%')) return undefined;
  const end = text.indexOf('%}');
  return end < 0 ? undefined : parseTag(text.slice(0, end + 2));
}

/**
 * Checks whether a tag is a block: an unknown tag without an end may be the start of a sentence.
 */
function isBlock({ name }: Tag, following: string, { env, src }: StateBlock): boolean {
  const text = following.trimStart();
  if (isKnownTag(name) || text === '' || takeTag(text)) return true;
  return closedNames(env, src).has(name);
}

const namesByDocument = new WeakMap<Env, ReadonlySet<string>>();

/** Returns the names of the closing tags in a document. */
function closedNames(env: Env, source: string): ReadonlySet<string> {
  const ends = source.matchAll(/\{%-?\s*end-?(\w[\w/-]*)/gi);
  const names = namesByDocument.get(env) ?? new Set([...ends].map(([, name = '']) => name));
  namesByDocument.set(env, names);
  return names;
}
