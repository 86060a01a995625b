import { toPrintable } from './clean-text.ts';
import type { SkippedPath } from './docs-folder.ts';

/** Reasons of one path that are listed. */
const REASON_COUNT_MAX = 20;

/** Collects what a reader leaves out or only partly understands; a path is listed once. */
export interface SkipReport {
  /** Reports what is left out. */
  add(path: string, reason: string): void;
  /** Reports what is taken over in part, or what is no content itself. */
  note(path: string, reason: string): void;
  /** Sorted by path; several reasons of a path are joined. */
  entries(): SkippedPath[];
}

interface Found {
  reasons: Set<string>;
  /** Whether there are more than are listed. */
  hasMore: boolean;
  isTaken: boolean;
}

export function createSkipReport(): SkipReport {
  const found = new Map<string, Found>();
  const report = (path: string, reason: string, isTaken: boolean): void => {
    const shown = toPrintable(path);
    const known = found.get(shown) ?? { reasons: new Set(), hasMore: false, isTaken };
    if (known.reasons.size < REASON_COUNT_MAX) known.reasons.add(toPrintable(reason));
    else if (!known.reasons.has(toPrintable(reason))) known.hasMore = true;
    known.isTaken &&= isTaken;
    found.set(shown, known);
  };
  return {
    add: (path, reason) => report(path, reason, false),
    note: (path, reason) => report(path, reason, true),
    entries: () =>
      [...found]
        .map(([path, { reasons, hasMore, isTaken }]) => ({
          path,
          reason: [...reasons, ...(hasMore ? ['and more'] : [])].join('; '),
          ...(isTaken && { isTaken }),
        }))
        .toSorted((a, b) => (a.path < b.path ? -1 : 1)),
  };
}

/** Several reports as one. */
export function mergeSkipped(...lists: readonly (readonly SkippedPath[])[]): SkippedPath[] {
  const report = createSkipReport();
  for (const { path, reason, isTaken } of lists.flat()) {
    if (isTaken) report.note(path, reason);
    else report.add(path, reason);
  }
  return report.entries();
}

/** How many of the things that are reported are left out. */
export function countLeftOut(skipped: readonly SkippedPath[]): number {
  return skipped.filter(({ isTaken }) => !isTaken).length;
}
