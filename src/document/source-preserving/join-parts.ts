import { readLines } from './stored-lines.ts';
import type { StoredLines } from './stored-lines.ts';
import type { StoredUnit } from './stored-units.ts';

/** Markdown of a container's blocks. */
export interface ContainerPart {
  text: string;
  /** The stored unit that it is or replaces. */
  unit: StoredUnit | undefined;
  /** Whether it is the unchanged text of the unit, with its last line break. */
  isKept: boolean;
}

export interface JoinPartsOptions {
  units: readonly StoredUnit[];
  lines: StoredLines;
  lineEnd: string;
  /** Whether the text around a block that is edited in place is kept too. */
  keepsGaps: boolean;
  /** Whether blocks have no empty line between them, as the items of a tight list. */
  isClose: boolean;
}

/**
 * Joins parts. Adjacent stored parts keep the text between them. Text that is not a block (link
 * definitions, comments) is kept even if its neighbors are deleted. Returns undefined if it cannot
 * be read.
 */
export function joinParts(
  parts: readonly ContainerPart[],
  options: JoinPartsOptions,
): string | undefined {
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
  let last: ContainerPart | undefined;
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

/** Builds a long text in linear time. */
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

  /** Ends the last line unless it has a line break. */
  endLine(): void {
    const last = this.#parts.at(-1)?.at(-1);
    if (last !== undefined && last !== '\n' && last !== '\r') this.#parts.push(this.#lineEnd);
  }

  toString(): string {
    return this.#parts.join('');
  }
}

/** Returns the text before each unit, and after the last one. */
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
