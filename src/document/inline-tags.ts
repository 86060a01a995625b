import type { Token } from 'markdown-it';
import { tagDepthMax } from './document-limits.ts';
import { pairTags } from './pair-tags.ts';
import { isPairedTag, parseTag } from './tag-syntax.ts';
import type { Tag } from './tag-syntax.ts';

/** A tag in a line of text, and the part of a node that it represents. */
export interface LineTag {
  tag: Tag;
  part: 'whole' | 'start' | 'end';
}

/**
 * Finds the tags among the parts of a line, by index. A known tag that lacks its required end is
 * text.
 *
 * @param sources undefined for parts that cannot be a tag
 */
export function findLineTags(sources: readonly (string | undefined)[]): Map<number, LineTag> {
  const tags = sources.map((source) => (source === undefined ? undefined : parseTag(source)));
  const lineTags = new Map<number, LineTag>();
  for (const [index, tag] of tags.entries()) {
    if (tag && !isPairedTag(tag.name)) lineTags.set(index, { tag, part: 'whole' });
  }
  for (const [start, end] of outerPairs(tags)) {
    const [open, close] = [tags[start], tags[end]];
    if (open) lineTags.set(start, { tag: open, part: 'start' });
    if (close) lineTags.set(end, { tag: close, part: 'end' });
  }
  return lineTags;
}

/** Returns the pairs up to the maximum nesting depth. */
function outerPairs(tags: readonly (Tag | undefined)[]): [number, number][] {
  const pairs = [...pairTags(tags)].toSorted(([one], [other]) => one - other);
  const ends: number[] = [];
  return pairs.filter(([start, end]) => {
    while (ends.length > 0 && (ends.at(-1) ?? 0) < start) ends.pop();
    ends.push(end);
    return ends.length <= tagDepthMax;
  });
}

/** Splits text at possible tags. */
export function splitAtTags(text: string): string[] {
  const parts: string[] = [];
  let at = 0;
  for (let start = text.indexOf('{%'); start >= 0; start = text.indexOf('{%', at)) {
    const end = text.indexOf('%}', start + 2);
    if (end < 0) break;
    parts.push(text.slice(at, start), text.slice(start, end + 2));
    at = end + 2;
  }
  return [...parts, text.slice(at)].filter((part) => part !== '');
}

/**
 * Finds the tags among the tokens of a line. Within links, tags are text. Within emphasis, tags
 * that form blocks are text.
 */
export function findTagTokens(tokens: readonly Token[]): Map<number, LineTag> {
  let links = 0;
  const sources = tokens.map(({ type, content, level }) => {
    if (type === 'link_open') links += 1;
    if (type === 'link_close') links -= 1;
    if (type !== 'tag_text' || links > 0) return undefined;
    return level > 0 && isPairedTag(parseTag(content)?.name ?? '') ? undefined : content;
  });
  return findLineTags(sources);
}
