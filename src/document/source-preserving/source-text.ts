import { decodeHTML } from 'entities';

/** The source positions of each character of a text. */
export interface TextRange {
  starts: readonly number[];
  ends: readonly number[];
}

/** Matches markup without visible text. Each part is bounded, so that no source takes long. */
const markupPattern = new RegExp(
  [
    String.raw`<!--[^]{0,5000}?-->`,
    // Elements that are a unit, whatever text they contain.
    String.raw`<(a|i|span|code)\b[^<>]*\b(?:button|data-mention|fa|data-tag|expression)\b[^<>]*>[^<>]*</\1>`,
    String.raw`</?[a-zA-Z][\w-]{0,50}(?:\s+[^\s"'<>/=]+(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'=<>${'`'}]+))?)*\s*/?>`,
    String.raw`!\[(?:[^\]\\\n]|\\.)*\](?:\((?:[^()\n\\]|\\.|\([^()\n]*\))*\)|\[[^\]\n]*\])`,
    String.raw`\]\((?:[^()\n\\]|\\.|\([^()\n]*\))*\)`,
    String.raw`\]\[[^\]\n]*\]`,
    String.raw`\{%[^\n]*?%\}|\{\{[^\n]*?\}\}|\{#[^\s{}]+\}`,
    String.raw`\$\$[^]{1,500}?\$\$`,
    String.raw`:[a-z0-9+-][a-z0-9_+-]{0,48}:(?!\w)`,
    String.raw`\[\^[^\]\s]{1,100}\](?!:)`,
  ].join('|'),
  'y',
);
const delimiterPattern = /[*_~`[\]|]/y;
/** Matches white space, with quote markers before lines, and a backslash that breaks a line. */
const spacePattern = /(?:[^\S\r\n\u00a0]+|\\?(?:\r\n?|\n)[ \t]*(?:>[ \t]?)*)+/y;
const lineEndPattern = /[^\S\r\n]+(?=[\r\n])/y;
const escapePattern = /\\([!-/:-@[-`{-~])/y;
const entityPattern = /&(?:#[xX]?[\da-fA-F]{1,7}|[A-Za-z][A-Za-z\d]{1,40});/y;
const breakPattern = /^<br\b/i;
const wordPattern = /[\p{L}\p{N}]/u;

/** Maximum number of characters to examine for the texts of one document. */
const STEPS_MAX = 20_000_000;

/** The source of a document, in which its texts are located. */
export class SourceText {
  readonly source: string;
  #steps = STEPS_MAX;

  constructor(source: string) {
    this.source = source;
  }

  /**
   * Finds the first occurrence of a text in a range. It may contain escapes, character references,
   * line breaks and markup.
   *
   * @param inMarkup whether to search within markup too
   */
  find(text: string, from: number, end: number, inMarkup = false): TextRange | undefined {
    for (let at = from; at < end && this.#steps > 0;) {
      const range = this.#isEdge(text, at, from) ? this.#match(text, at, end) : undefined;
      if (range && this.#isEdgeAfter(text, range, end)) return range;
      this.#steps -= 1;
      at += inMarkup ? 1 : (this.markupAt(at)?.length ?? 1);
    }
    return undefined;
  }

  /** Returns the markup at a position. */
  markupAt(at: number): string | undefined {
    return this.#read(markupPattern, at)?.[0];
  }

  /** Checks that a text does not start within a word, unless the previous text ends there. */
  #isEdge(text: string, at: number, from: number): boolean {
    if (at === from || !isWord(text[0])) return true;
    return !isWord(this.source[at - 1]);
  }

  #isEdgeAfter(text: string, { ends }: TextRange, end: number): boolean {
    const at = ends.at(-1) ?? end;
    return at >= end || !isWord(text.at(-1)) || !isWord(this.source[at]);
  }

  #match(text: string, from: number, end: number): TextRange | undefined {
    const starts: number[] = [];
    const ends: number[] = [];
    let at = from;
    for (let index = 0; index < text.length;) {
      this.#steps -= 1;
      const space = /^[ \t\n]+/.exec(text.slice(index, index + 200))?.[0];
      if (space !== undefined) {
        const isEnd = index + space.length === text.length;
        const range =
          (isEnd ? this.#readLineEnd(at, space.length) : undefined) ??
          this.#readSpace(at, space.length, index === 0);
        if (!range) return undefined;
        for (let count = 0; count < space.length; count += 1) {
          starts.push(range.start);
          ends.push(range.end);
        }
        index += space.length;
        at = range.after;
        continue;
      }
      const length = this.#readCharacters(text, index, at);
      if (length) {
        for (let count = 0; count < length.text; count += 1) {
          starts.push(at);
          ends.push(at + length.source);
        }
        index += length.text;
        at += length.source;
      } else {
        const skipped = index === 0 ? undefined : this.#skippable(at);
        if (skipped === undefined) return undefined;
        at += skipped;
      }
      if (at > end) return undefined;
    }
    return at <= end ? { starts, ends } : undefined;
  }

  /** Reads white space at the end of a line of code whose next line is indented. */
  #readLineEnd(start: number, length: number) {
    const space = this.#read(lineEndPattern, start)?.[0];
    const end = start + length;
    return space?.length === length ? { start, end, after: end } : undefined;
  }

  /**
   * Reads as much white space as the text has, with markup in between; only its first part is
   * replaced.
   */
  #readSpace(from: number, length: number, isStart: boolean) {
    let at = from;
    let count = 0;
    let first: { start: number; end: number } | undefined;
    while (count < length) {
      const space = this.#read(spacePattern, at)?.[0] ?? this.#spaceReference(at);
      const markup = space === undefined ? this.markupAt(at) : undefined;
      const isBreak = markup !== undefined && breakPattern.test(markup);
      const part = isBreak ? markup : space;
      if (part !== undefined) {
        count += /^[^\S\r\n]+$/.test(part) ? part.length : 1;
        first ??= { start: at, end: at + part.length };
        at += part.length;
        continue;
      }
      const skipped = isStart && !first ? undefined : this.#skippable(at);
      if (skipped === undefined) break;
      at += skipped;
    }
    return first && { ...first, after: count < length ? first.end : at };
  }

  #spaceReference(at: number): string | undefined {
    const entity = this.#read(entityPattern, at)?.[0];
    return entity !== undefined && /^[ \t\n]$/.test(decodeHTML(entity)) ? entity : undefined;
  }

  /** Returns the lengths of the next characters in both; undefined if they differ. */
  #readCharacters(text: string, index: number, at: number) {
    const character = this.source[at];
    if (character === '\\' && this.source[at + 1] === text[index]) {
      if (this.#read(escapePattern, at) && text[index + 1] !== text[index])
        return { text: 1, source: 2 };
    }
    if (character === '&') {
      const entity = this.#read(entityPattern, at)?.[0];
      const decoded = entity === undefined ? '' : decodeHTML(entity);
      if (entity && decoded !== entity && text.startsWith(decoded, index)) {
        if (!text.startsWith(entity, index)) return { text: decoded.length, source: entity.length };
      }
    }
    return character === text[index] ? { text: 1, source: 1 } : undefined;
  }

  #skippable(at: number): number | undefined {
    return this.markupAt(at)?.length ?? this.#read(delimiterPattern, at)?.[0].length;
  }

  #read(pattern: RegExp, at: number): RegExpExecArray | null {
    pattern.lastIndex = at;
    return pattern.exec(this.source);
  }
}

function isWord(character: string | undefined): boolean {
  return character !== undefined && wordPattern.test(character);
}
