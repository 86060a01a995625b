import { toPrintable } from './clean-text.ts';
import type { SkippedPath } from './docs-folder.ts';

/** Collects what a reader leaves out or only partly understands; a path is listed once. */
export interface SkipReport {
  add(path: string, reason: string): void;
  /** Sorted by path; several reasons of a path are joined. */
  entries(): SkippedPath[];
}

export function createSkipReport(): SkipReport {
  const reasonsByPath = new Map<string, Set<string>>();
  return {
    add(path, reason) {
      const shown = toPrintable(path);
      const reasons = reasonsByPath.get(shown) ?? new Set();
      reasonsByPath.set(shown, reasons.add(toPrintable(reason)));
    },
    entries: () =>
      [...reasonsByPath]
        .map(([path, reasons]) => ({ path, reason: [...reasons].join('; ') }))
        .toSorted((a, b) => (a.path < b.path ? -1 : 1)),
  };
}
