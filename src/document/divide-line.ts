import type { StateCore, Token } from 'markdown-it';
import type { Tag } from './tag-syntax.ts';

/**
 * Tags at which a line is divided, by index in the line, with the number of containers that end
 * there.
 */
export type LineCuts = Map<number, { tag: Tag; levels: number }>;

/** The tokens of a paragraph or heading. */
interface LineBlock {
  open: Token;
  inline: Token;
  close: Token;
}

/** Tokens, and the number of containers that end before them. */
interface DividedPart {
  levels: number;
  tokens: Token[];
}

/** Divides a block of text at tags into blocks of the same kind; empty ones are omitted. */
export function divideLine(state: StateCore, block: LineBlock, cuts: LineCuts): DividedPart[] {
  const { content, children } = block.inline;
  const lines = new LineCounter(block.inline);
  const parts: DividedPart[] = [];
  let text: Token[] = [];
  let start = 0;
  const endText = (end: number) => {
    const part = trimBlanks(text);
    const source = content.slice(start, end);
    text = [];
    if (part.length === 0) return;
    const written = source.trim();
    const map = lines.range(start + source.length - source.trimStart().length, written);
    parts.push({ levels: 0, tokens: copyBlock(state, block, { content: written, map, part }) });
  };
  (children ?? []).forEach((child, index) => {
    const cut = cuts.get(index);
    if (!cut) {
      text.push(child);
      return;
    }
    const position = (child.meta as { start: number }).start;
    endText(position);
    const token = new state.Token('tag', '', 0);
    token.block = true;
    token.meta = { tag: cut.tag };
    token.map = lines.range(position, child.content);
    parts.push({ levels: cut.levels, tokens: [token] });
    start = position + child.content.length;
  });
  endText(content.length);
  return parts;
}

/** Finds the source lines of consecutive parts of a text. */
class LineCounter {
  readonly #content: string;
  readonly #map: [number, number];
  readonly #isExact: boolean;
  #position = 0;
  #line: number;

  constructor({ content, map }: Token) {
    this.#content = content;
    this.#map = map ?? [0, 0];
    this.#line = this.#map[0];
    this.#isExact = newlines(content) + 1 === this.#map[1] - this.#map[0];
  }

  /** Returns the lines of a part; all lines of the block if its text differs from the source. */
  range(start: number, text: string): [number, number] {
    if (!this.#isExact) return this.#map;
    this.#line += newlines(this.#content.slice(this.#position, start));
    this.#position = start;
    return [this.#line, this.#line + newlines(text) + 1];
  }
}

function newlines(text: string): number {
  return text.split('\n').length - 1;
}

/** Removes leading and trailing breaks and white space. */
function trimBlanks(tokens: readonly Token[]): Token[] {
  const isBlank = ({ type, content }: Token) => {
    return type.endsWith('break') || (type === 'text' && content.trim() === '');
  };
  const start = tokens.findIndex((token) => !isBlank(token));
  return start < 0 ? [] : tokens.slice(start, tokens.findLastIndex((token) => !isBlank(token)) + 1);
}

function copyBlock(
  state: StateCore,
  { open, inline, close }: LineBlock,
  { content, map, part }: { content: string; map: [number, number]; part: Token[] },
): Token[] {
  const [first, line, last] = [open, inline, close].map((token) => {
    return Object.assign(new state.Token(token.type, token.tag, token.nesting), token);
  });
  if (!first || !line || !last) return [];
  first.map = map;
  Object.assign(line, { content, map, children: part });
  return [first, line, last];
}
