import { toPrintable } from './clean-text.ts';
import type { SkippedPath } from './docs-folder.ts';

/** Collects what a reader leaves out or only partly understands; a path is listed once. */
export interface SkipReport {
  /** Reports what is left out. */
  add(path: string, reason: string): void;
  /** Reports what is taken over in part, or what is no content itself. */
  note(path: string, reason: string): void;
  /** Sorted by path; several reasons of a path are joined. */
  entries(): SkippedPath[];
}

export function createSkipReport(): SkipReport {
  const found = new Map<string, { reasons: Set<string>; isTaken: boolean }>();
  const report = (path: string, reason: string, isTaken: boolean): void => {
    const shown = toPrintable(path);
    const known = found.get(shown) ?? { reasons: new Set(), isTaken };
    known.reasons.add(toPrintable(reason));
    known.isTaken &&= isTaken;
    found.set(shown, known);
  };
  return {
    add: (path, reason) => report(path, reason, false),
    note: (path, reason) => report(path, reason, true),
    entries: () =>
      [...found]
        .map(([path, { reasons, isTaken }]) => ({
          path,
          reason: [...reasons].join('; '),
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
