import type { MarkdownIt, StateCore, Token } from 'markdown-it';
import { divideLine } from './divide-line.ts';
import type { LineCuts } from './divide-line.ts';
import { lineTagsMax } from './document-limits.ts';
import { pairTags } from './pair-tags.ts';
import { isPairedTag, parseTag } from './tag-syntax.ts';
import type { Tag } from './tag-syntax.ts';

/** A block that contains others, and its own container. */
interface Container {
  token: Token;
  depth: number;
  parent: Container | undefined;
}

/** A tag on a line of its own, or within a line of text. */
interface PlacedTag {
  tag: Tag;
  container: Container | undefined;
  /** Undefined for a tag on a line of its own. */
  line?: {
    /** Index of the token with the line. */
    token: number;
    /** Index within the line. */
    child: number;
    /** Whether the tag is the first and the last on its source line. */
    isLineStart: boolean;
    isLineEnd: boolean;
    /** Whether only tags follow in the block. */
    isBlockEnd: boolean;
    isHeading: boolean;
  };
}

/**
 * Converts paired tags within lines of text to blocks: `… text. {% endhint %}` closes as on a line
 * of its own. The end of a tag around a list may be at the end of the last item.
 */
export function addLineTags({ core }: MarkdownIt): void {
  core.ruler.push('line_tags', (state) => {
    const tags = findTags(state.tokens);
    if (tags.every(({ line }) => line === undefined)) return;
    const cuts = findCuts(tags, state.tokens);
    if (cuts.size > 0) state.tokens = divideLines(state, cuts);
  });
}

function findTags(tokens: readonly Token[]): PlacedTag[] {
  const tags: PlacedTag[] = [];
  let container: Container | undefined;
  tokens.forEach((token, index) => {
    if (token.nesting > 0) {
      container = { token, depth: (container?.depth ?? 0) + 1, parent: container };
    } else if (token.nesting < 0) container = container?.parent;
    else if (token.type === 'tag') tags.push({ tag: token.meta?.tag as Tag, container });
    else if (token.type === 'inline') {
      const type = container?.token.type;
      const isHeading = type === 'heading_open';
      if (!isHeading && type !== 'paragraph_open') return;
      for (const tag of tagsOfLine(token, index, isHeading)) {
        tags.push({ ...tag, container: container?.parent });
      }
    }
  });
  return tags;
}

function tagsOfLine({ children }: Token, index: number, isHeading: boolean) {
  const tags: Required<Pick<PlacedTag, 'tag' | 'line'>>[] = [];
  let isLineEnd = true;
  let isBlockEnd = true;
  for (let child = (children?.length ?? 0) - 1; child >= 0; child -= 1) {
    const token = children?.[child];
    const tag = token && isTagText(token) ? parseTag(token.content) : undefined;
    const isLineStart = isStart(children?.slice(Math.max(child - 2, 0), child) ?? []);
    const place = { isLineStart, isLineEnd, isBlockEnd, isHeading };
    if (tag) tags.push({ tag, line: { token: index, child, ...place } });
    else if (token && isBreak(token)) isLineEnd = true;
    else if (token && !isBlank(token)) isLineEnd = isBlockEnd = false;
  }
  return tags.length > lineTagsMax ? [] : tags.toReversed();
}

/** Checks whether up to two preceding tokens leave the next one at the start of its line. */
function isStart(before: readonly Token[]): boolean {
  const last = before.findLast((token) => !isBlank(token));
  return last ? isBreak(last) : before.length < 2;
}

/** Checks whether a token is a tag outside of links and emphasis. */
function isTagText({ type, level }: Token): boolean {
  return type === 'tag_text' && level === 0;
}

function isBreak({ type }: Token): boolean {
  return type === 'softbreak' || type === 'hardbreak';
}

function isBlank({ type, content }: Token): boolean {
  return type === 'text' && content.trim() === '';
}

/** Returns the tags at which lines are divided, by the index of the line's token. */
function findCuts(tags: readonly PlacedTag[], tokens: readonly Token[]): Map<number, LineCuts> {
  const cuts = new Map<number, LineCuts>();
  const add = ({ tag, line }: PlacedTag, levels: number) => {
    if (!line) return;
    const lineCuts: LineCuts = cuts.get(line.token) ?? new Map();
    cuts.set(line.token, lineCuts.set(line.child, { tag, levels }));
  };
  const pairs = pairTags(tags.map(({ tag }) => tag));
  for (const [start, end] of pairs) {
    const [open, close] = [tags[start], tags[end]];
    const levels =
      open && close && canDivide(open, close) ? levelsBetween(open, close, tokens) : -1;
    if (!open || !close || levels < 0) continue;
    add(open, 0);
    add(close, levels);
  }
  tags.forEach((tag, index) => {
    if (!pairs.has(index) && isAlone(tag)) add(tag, 0);
  });
  return cuts;
}

/**
 * Checks whether a pair forms blocks. Unknown tags appear within many sentences, so a pair of them
 * must start and end a line.
 */
function canDivide(open: PlacedTag, close: PlacedTag): boolean {
  if (open.line?.isHeading || (close.line?.isHeading && !close.line.isBlockEnd)) return false;
  if (isPairedTag(open.tag.name)) return true;
  return open.line?.isLineStart !== false && close.line?.isLineEnd !== false;
}

/** Checks whether a standalone tag is alone on its line, which is indented too far for a block. */
function isAlone({ tag, line }: PlacedTag): boolean {
  if (tag.kind === 'close' || isPairedTag(tag.name) || !line || line.isHeading) return false;
  return line.isLineStart && line.isLineEnd;
}

/**
 * Returns the number of containers that end with the closing tag; -1 if it is in the middle of one.
 */
function levelsBetween(open: PlacedTag, close: PlacedTag, tokens: readonly Token[]): number {
  const levels = (close.container?.depth ?? 0) - (open.container?.depth ?? 0);
  let { container } = close;
  for (let level = 0; level < levels; level += 1) container = container?.parent;
  if (levels < 0 || container !== open.container) return -1;
  if (levels === 0) return 0;
  if (!close.line?.isBlockEnd) return -1;
  // The block of the line itself ends before the containers.
  const following = tokens.slice(close.line.token + 2, close.line.token + 2 + levels);
  return following.every(({ nesting }) => nesting < 0) ? levels : -1;
}

/** Divides lines at tags, and returns all tokens. */
function divideLines(state: StateCore, cuts: ReadonlyMap<number, LineCuts>): Token[] {
  const tokens: Token[] = [];
  const moved = new Map<number, Token[]>();
  state.tokens.forEach((token, index) => {
    const lineCuts = cuts.get(index + 1);
    const [inline, close] = [state.tokens[index + 1], state.tokens[index + 2]];
    if (lineCuts && inline && close) {
      for (const { levels, tokens: part } of divideLine(
        state,
        { open: token, inline, close },
        lineCuts,
      )) {
        if (levels === 0) tokens.push(...part);
        else moved.set(index + 2 + levels, [...(moved.get(index + 2 + levels) ?? []), ...part]);
      }
    } else if (!cuts.has(index) && !cuts.has(index - 1)) tokens.push(token);
    tokens.push(...(moved.get(index) ?? []));
  });
  return tokens;
}
