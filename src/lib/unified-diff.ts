/** Lines that are equal in two texts, or lines of one that replace lines of the other. */
export interface DiffPart {
  isChange: boolean;
  /** Lines of the first text; null for a change that only adds. */
  before: string | null;
  /** Lines of the second text; null for a change that only removes. */
  after: string | null;
}

/** Returns the hunks of a unified diff, each as its parts in order. */
export function hunksOf(unified: string): DiffPart[][] {
  const hunks = unified.split(/^@@.*\n?/m).slice(1);
  return hunks.map((hunk) => partsOf(hunk.split('\n').filter(Boolean)));
}

function partsOf(lines: readonly string[]): DiffPart[] {
  const parts: DiffPart[] = [];
  for (let at = 0; at < lines.length;) {
    const removed = run(lines, at, '-');
    const added = run(lines, at + removed.length, '+');
    const length = removed.length + added.length;
    const line = lines[at] ?? '';
    if (length > 0) parts.push({ isChange: true, before: joined(removed), after: joined(added) });
    // A backslash says that the text does not end with a line break.
    else if (!line.startsWith('\\')) {
      parts.push({ isChange: false, before: line.slice(1), after: line.slice(1) });
    }
    at += Math.max(1, length);
  }
  return parts;
}

/** Returns the lines with a sign from a place on, without it. */
function run(lines: readonly string[], from: number, sign: string): string[] {
  const end = lines.findIndex((line, index) => index >= from && !line.startsWith(sign));
  return lines.slice(from, end < 0 ? undefined : end).map((line) => line.slice(1));
}

function joined(lines: readonly string[]): string | null {
  return lines.length === 0 ? null : lines.join('\n');
}
