import { posix } from 'node:path';
import type { TreeChange } from '../../../external/git/build-tree.ts';
import { isSameValue } from '../../../lib/same-value.ts';
import { serverTrouble } from '../../../workers/server-trouble.ts';
import { WorkerLimitError } from '../../../workers/worker-limit-error.ts';
import { createProcessForLarge } from '../../../workers/process-for-large.ts';
import type { FolderSource } from '../../../document/docs-folder/docs-folder.ts';
import { docsFolderLimits } from '../../../document/docs-folder/docs-folder-limits.ts';
import { readText } from '../../../document/docs-folder/read-text.ts';
import type { OutlinePage } from './page-outline.ts';
import type { OutlineReader } from './outline-reader.ts';
import { writeSummary } from './write-summary.ts';

const bySize = createProcessForLarge(() => import('./keep-lines.worker.ts'), {
  module: './keep-lines.worker.ts',
  from: import.meta.url,
  smallMax: 5_000,
  memoryMb: 512,
  cpuMs: 60_000,
});

/** Target table of contents of a repository. */
export interface WantedSummary {
  /** Current repository; null for an empty one. */
  source: FolderSource | null;
  outlineWith: OutlineReader;
  /** Other changes in the same export. */
  changes: readonly TreeChange[];
  outline: readonly OutlinePage[];
  summaryPath: string;
}

/**
 * Returns the new table of contents; null if the current one, or its absence, has the same meaning.
 * Lines that need no change stay as they are.
 */
export async function summaryChange(wanted: WantedSummary): Promise<TreeChange | null> {
  const { outlineWith, changes, outline, summaryPath } = wanted;
  const saysIt = async (all: readonly TreeChange[]) => isSameValue(await outlineWith(all), outline);
  if (await saysIt(changes)) return null;
  const text = writeSummary(outline, posix.dirname(summaryPath));
  const kept = await keptSummary(wanted, text);
  const change = (summary: string) => ({ path: summaryPath, bytes: Buffer.from(summary) });
  const isEnough = kept !== null && (await saysIt([...changes, change(kept)]));
  return change(isEnough ? kept : text);
}

/**
 * Merges the current table of contents with a new one. Returns null if there is none, or if the
 * comparison is too expensive.
 */
async function keptSummary(
  { source, outlineWith, summaryPath }: WantedSummary,
  text: string,
): Promise<string | null> {
  const file = (await source?.list())?.find(({ path }) => path === summaryPath);
  if (!source || !file) return null;
  const { size } = file;
  const { pageBytesMax: bytesMax } = docsFolderLimits;
  const { text: current } = await readText(source, summaryPath, { size, bytesMax });
  if (current === undefined) return null;
  const before = writeSummary(await outlineWith([]), posix.dirname(summaryPath));
  const task = { current, before, after: text };
  return bySize(current.length, (run) => run('keepLines', task)).catch((error: unknown) => {
    if (!(error instanceof WorkerLimitError)) throw error;
    if (error.isOfServer) throw serverTrouble(`${summaryPath} could not be compared`, error);
    return null;
  });
}
