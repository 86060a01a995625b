import type { MarkdownIt, StateCore, Token } from 'markdown-it';
import { lineTagsMax } from './document-limits.ts';
import { splitAtTags } from './inline-tags.ts';
import { pairTags } from './pair-tags.ts';
import { parseTag } from './tag-syntax.ts';
import type { Tag } from './tag-syntax.ts';

/** A tag among the blocks of a document, or directly after one. */
interface PlacedTag {
  tag: Tag;
  /** Its containers, from the outermost to the innermost. */
  containers: readonly Token[];
  /** Position of the block before it: the index of its last token, and its last line. */
  behind?: { block: number; line: number };
}

/**
 * Converts tags after a table row or HTML to blocks, if they close an earlier tag: `| cell | {%
 * endhint %}`.
 */
export function addBlockEndTags({ core }: MarkdownIt): void {
  core.ruler.push('block_end_tags', (state) => {
    const tags = findTags(state);
    if (tags.every(({ behind }) => behind === undefined)) return;
    const added = new Map<number, Token[]>();
    const pairs = pairTags(tags.map(({ tag }) => tag));
    const starts = new Map([...pairs].map(([start, end]) => [end, tags[start]]));
    let last = { block: -1, at: -1 };
    for (const [index, { tag, behind, containers }] of tags.entries()) {
      if (!behind) continue;
      const { block, line } = behind;
      const level = levelsTo(starts.get(index), containers);
      const isCut = last.block === block;
      if (!isCut && !canEnd(state.tokens, block, level)) continue;
      if (!isCut) cutTags(state.tokens, block);
      const at =
        level !== undefined && canEnd(state.tokens, block, level) ? block + level : last.at;
      added.set(at, [...(added.get(at) ?? []), createTag(state, tag, line)]);
      last = { block, at };
    }
    if (added.size === 0) return;
    state.tokens = state.tokens.flatMap((token, index) => [token, ...(added.get(index) ?? [])]);
  });
}

function findTags({ tokens, src }: StateCore): PlacedTag[] {
  const lines = tokens.some(({ type }) => type === 'table_close') ? src.split('\n') : [];
  const tags: PlacedTag[] = [];
  const containers: Token[] = [];
  for (const [index, token] of tokens.entries()) {
    if (token.nesting > 0) containers.push(token);
    const closed = token.nesting < 0 ? containers.pop() : undefined;
    if (token.type === 'tag') {
      tags.push({ tag: token.meta?.tag as Tag, containers: [...containers] });
      continue;
    }
    const isBlock = token.type === 'html_block' || token.type === 'table_close';
    if (!isBlock) continue;
    const line = ((token.map ?? closed?.map)?.[1] ?? 1) - 1;
    const text = token.type === 'html_block' ? token.content : (lines[line] ?? '');
    for (const source of splitAtTags(text.slice(tagsStart(text)))) {
      const tag = parseTag(source);
      if (tag) tags.push({ tag, containers: [...containers], behind: { block: index, line } });
    }
  }
  return tags;
}

/** Returns the start of the tags at the end of a text; the text's length if there are none. */
function tagsStart(text: string): number {
  let start = text.length;
  for (let count = 0; count < lineTagsMax; count += 1) {
    const end = trimmedEnd(text, start);
    if (text[end - 1] !== '}' || text[end - 2] !== '%') break;
    const open = text.lastIndexOf('{%', end - 3);
    const source = open < 0 ? '' : text.slice(open, end);
    if (source.includes('\n') || !parseTag(source)) break;
    start = trimmedEnd(text, open);
  }
  return start;
}

function trimmedEnd(text: string, from: number): number {
  let end = from;
  while (end > 0 && /\s/.test(text[end - 1] ?? '')) end -= 1;
  return end;
}

/**
 * Returns the number of containers that end between a tag and its end; undefined if other
 * containers start there.
 */
function levelsTo(open: PlacedTag | undefined, containers: readonly Token[]): number | undefined {
  const depth = open?.containers.length ?? Infinity;
  const isWithin = open?.containers.every((token, index) => token === containers[index]);
  return isWithin && depth <= containers.length ? containers.length - depth : undefined;
}

/** Checks whether only ends of containers follow a block. */
function canEnd(tokens: readonly Token[], block: number, level: number | undefined): boolean {
  if (level === undefined) return false;
  return tokens.slice(block + 1, block + 1 + level).every(({ nesting }) => nesting < 0);
}

/** Removes the tags from the end of a block; in a table, from its last cell. */
function cutTags(tokens: readonly Token[], block: number): void {
  const token = tokens[block];
  if (token?.type === 'html_block') {
    token.content = `${token.content.slice(0, tagsStart(token.content))}\n`;
    return;
  }
  let last = block;
  while (last > 0 && tokens[last]?.type !== 'inline') last -= 1;
  const cell = tokens[last];
  const start = cell ? tagsStart(cell.content) : 0;
  if (!cell || start === cell.content.length) return;
  cell.content = cell.content.slice(0, start);
  const children = cell.children ?? [];
  const end = children.findLastIndex(
    ({ type, content }) => type !== 'tag_text' && !(type === 'text' && content.trim() === ''),
  );
  cell.children = children.slice(0, end + 1);
}

function createTag(state: StateCore, tag: Tag, line: number): Token {
  const token = new state.Token('tag', '', 0);
  token.block = true;
  token.meta = { tag };
  token.map = [line, line + 1];
  return token;
}
