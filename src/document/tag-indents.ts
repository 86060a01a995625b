import type { Env, MarkdownIt, StateBlock, Token } from 'markdown-it';
import { pairTags } from './pair-tags.ts';
import { isPairedTag } from './tag-syntax.ts';
import type { Tag } from './tag-syntax.ts';
import { groupBy } from '../lib/group-by.ts';

/** Reduced indentation of lines, in columns. */
type Indents = ReadonlyMap<number, number>;

const indentsByDocument = new WeakMap<Env, Indents>();

/**
 * Aligns both ends of a tag to the smaller indentation, if one is in a list item and the other is
 * not. Formatters take a tag directly below a list for a line of its last item, and indent it.
 */
export function alignTags({ core, block }: MarkdownIt): void {
  block.ruler.before('table', 'tag_indents', applyIndents);
  core.ruler.after('block', 'tag_indents', (state) => {
    const indents = findIndents(state.tokens, state.src);
    if (indents.size === 0) return;
    state.env = {};
    state.tokens = [];
    indentsByDocument.set(state.env, indents);
    block.parse(state.src, state.md, state.env, state.tokens);
  });
}

/** A rule that matches nothing, and sets the indentation before the first block is parsed. */
function applyIndents({ env, sCount }: StateBlock): false {
  for (const [line, indent] of indentsByDocument.get(env) ?? []) sCount[line] = indent;
  indentsByDocument.delete(env);
  return false;
}

/** A tag among the blocks of a document. */
interface PlacedTag extends Pick<Tag, 'name' | 'kind'> {
  line: number;
  /** Its direct container. */
  container: Token | undefined;
}

function findIndents(tokens: readonly Token[], source: string): Map<number, number> {
  const indents = new Map<number, number>();
  const tags = placedTags(tokens);
  if (tags.every(({ container }) => container === undefined)) return indents;
  const lines = source.split('\n');
  for (const [start, end] of pairsAcross(tags)) {
    const [open, close] = [indentOf(lines[start.line]), indentOf(lines[end.line])];
    if (open === undefined || close === undefined || open === close) continue;
    indents.set(open > close ? start.line : end.line, Math.min(open, close));
  }
  return indents;
}

function placedTags(tokens: readonly Token[]): PlacedTag[] {
  const tags: PlacedTag[] = [];
  const containers: Token[] = [];
  for (const token of tokens) {
    if (token.nesting > 0) containers.push(token);
    if (token.nesting < 0) containers.pop();
    const tag = token.type === 'tag' ? (token.meta?.tag as Tag) : undefined;
    if (!tag) continue;
    const { name, kind } = tag;
    tags.push({ name, kind, line: token.map?.[0] ?? 0, container: containers.at(-1) });
  }
  return tags;
}

/** Returns the pairs whose ends are in different containers. */
function pairsAcross(tags: readonly PlacedTag[]): [PlacedTag, PlacedTag][] {
  const partners = [
    ...pairsOf(tags.filter(({ name }) => isPairedTag(name))),
    ...pairsOf(unpairedTags(tags.filter(({ name }) => !isPairedTag(name)))),
  ];
  return partners.filter(([start, end]) => start.container !== end.container);
}

/**
 * Returns the tags without a partner in their container. The rest may be complete without an end.
 */
function unpairedTags(tags: readonly PlacedTag[]): PlacedTag[] {
  const groups = groupBy(tags, ({ container }) => container);
  const paired = new Set([...groups.values()].flatMap((siblings) => pairsOf(siblings).flat()));
  return tags.filter((tag) => !paired.has(tag));
}

function pairsOf(tags: readonly PlacedTag[]): [PlacedTag, PlacedTag][] {
  return [...pairTags(tags)].flatMap(([start, end]): [PlacedTag, PlacedTag][] => {
    const [open, close] = [tags[start], tags[end]];
    return open && close ? [[open, close]] : [];
  });
}

/**
 * Returns the indentation of a line that starts with a tag, in columns; undefined for other lines.
 */
function indentOf(line: string | undefined): number | undefined {
  const space = /^[ \t]*(?=\{%)/.exec(line ?? '')?.[0];
  if (space === undefined) return undefined;
  let column = 0;
  for (const character of space) column += character === '\t' ? 4 - (column % 4) : 1;
  return column;
}
