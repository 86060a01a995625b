import { toPrintable } from './clean-text.ts';
import type { SkippedPath } from './docs-folder.ts';

/** Maximum number of listed reasons per path. */
const REASON_COUNT_MAX = 20;

/** Collects paths that are skipped or only partly understood; each is listed once. */
export interface SkipReport {
  /** Reports a skipped path. */
  add(path: string, reason: string): void;
  /** Reports a path that is imported in part, or is not content itself. */
  note(path: string, reason: string): void;
  /** Returns the entries sorted by path, joining several reasons of one path. */
  entries(): SkippedPath[];
}

interface Found {
  reasons: Set<string>;
  /** Whether there are more reasons than listed. */
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

/** Merges several reports. */
export function mergeSkipped(...lists: readonly (readonly SkippedPath[])[]): SkippedPath[] {
  const report = createSkipReport();
  for (const { path, reason, isTaken } of lists.flat()) {
    if (isTaken) report.note(path, reason);
    else report.add(path, reason);
  }
  return report.entries();
}

/** Returns the number of reported paths that were skipped. */
export function countLeftOut(skipped: readonly SkippedPath[]): number {
  return skipped.filter(({ isTaken }) => !isTaken).length;
}
