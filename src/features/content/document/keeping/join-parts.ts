import { readLines } from './stored-lines.ts';
import type { StoredLines } from './stored-lines.ts';
import type { StoredUnit } from './stored-units.ts';

/** What stands for blocks of a container in its new markdown. */
export interface Part {
  text: string;
  /** The stored unit that it is, or takes the place of. */
  unit: StoredUnit | undefined;
  /** Whether it is the text of the unit, with the end of its last line. */
  isKept: boolean;
}

export interface JoinOptions {
  units: readonly StoredUnit[];
  lines: StoredLines;
  lineEnd: string;
  /** Whether what stands beside a block that is edited in its place stays too. */
  keepsGaps: boolean;
  /** Whether no empty line stands between two blocks: for the items of a list. */
  isClose: boolean;
}

/**
 * Puts parts together. Between two that follow each other in the stored markdown stands what stood
 * there; what is no block (definitions of links, comments) is kept even where its neighbors are
 * gone. Undefined when it cannot be read.
 */
export function joinParts(parts: readonly Part[], options: JoinOptions): string | undefined {
  const { units, lines, lineEnd, isClose, keepsGaps } = options;
  const gaps = readGaps(units, lines);
  if (!gaps) return undefined;
  const indexes = new Map(units.map((unit, index) => [unit, index]));
  const between = isClose ? '' : lineEnd;
  const joined = new JoinedText(lineEnd);
  let written = 0;
  const addBlock = (block: string) => {
    if (!joined.isEmpty) {
      joined.endLine();
      joined.add(between);
    }
    joined.add(block);
  };
  const addGapsUntil = (end: number) => {
    for (; written < end; written += 1) {
      const gap = gaps[written]?.trim() ?? '';
      if (gap !== '') addBlock(gap);
    }
  };
  let last: Part | undefined;
  for (const part of parts) {
    const index = part.unit ? indexes.get(part.unit) : undefined;
    const isFirst = !last && index === 0;
    const follows = last?.unit !== undefined && last.unit === units[(index ?? 0) - 1];
    const isKept = keepsGaps || (part.isKept && last?.isKept !== false);
    if (index !== undefined && (isFirst || follows) && isKept) {
      if (last) joined.endLine();
      joined.add(gaps[index] ?? '');
      joined.add(part.text);
      written = index + 1;
    } else {
      if (index !== undefined) addGapsUntil(index + 1);
      addBlock(part.text);
    }
    last = part;
  }
  if (last?.unit && last.unit === units.at(-1) && (keepsGaps || last.isKept)) {
    const rest = gaps.at(-1) ?? '';
    const hasEnd = /[\r\n]$/.test(readLines(lines, lines.end - 1, lines.end) ?? '');
    if (rest !== '' || (!last.isKept && hasEnd)) joined.endLine();
    joined.add(rest);
  } else {
    addGapsUntil(gaps.length);
    joined.endLine();
  }
  return joined.toString();
}

/** A text made of many, in time that grows with its length alone. */
class JoinedText {
  readonly #lineEnd: string;
  readonly #parts: string[] = [];

  constructor(lineEnd: string) {
    this.#lineEnd = lineEnd;
  }

  get isEmpty(): boolean {
    return this.#parts.length === 0;
  }

  add(text: string): void {
    if (text !== '') this.#parts.push(text);
  }

  /** Ends the last line unless it has an end. */
  endLine(): void {
    const last = this.#parts.at(-1)?.at(-1);
    if (last !== undefined && last !== '\n' && last !== '\r') this.#parts.push(this.#lineEnd);
  }

  toString(): string {
    return this.#parts.join('');
  }
}

/** What stands before each unit, and after the last one. */
function readGaps(units: readonly StoredUnit[], lines: StoredLines): string[] | undefined {
  const gaps: string[] = [];
  let start = lines.start;
  for (const end of [...units.map((unit) => unit.start), lines.end]) {
    const gap = readLines(lines, start, end);
    if (gap === undefined) return undefined;
    gaps.push(gap);
    start = units[gaps.length - 1]?.end ?? end;
  }
  return gaps;
}
