import { AppError } from '../../../errors.ts';
import { WorkerLimitError } from '../../../workers/worker-limit-error.ts';
import { createWorkerPool } from '../../../workers/worker-pool.ts';
import type { DocsFolderLimits } from './limits.ts';
import * as works from './parse-summary.worker.ts';
import type { SummaryNode } from './parse-summary.ts';
import type { SkipReport } from './skip-report.ts';

/** Characters of a table of contents that this thread reads itself, in a few milliseconds. */
const SMALL_MAX = 20_000;

const threads = createWorkerPool<typeof works>({
  module: './parse-summary.worker.ts',
  from: import.meta.url,
  threads: 1,
  queueMax: 100,
  memoryMb: 512,
  timeoutMs: 60_000,
});

/**
 * The entries of a table of contents; undefined for one that takes too much to read. What is left
 * out is reported.
 *
 * @throws SERVICE_UNAVAILABLE when too many wait for a thread
 */
export async function readSummary(
  path: string,
  text: string,
  { report, limits }: { report: SkipReport; limits: DocsFolderLimits },
): Promise<SummaryNode[] | undefined> {
  const { depthMax, fileCountMax: countMax } = limits;
  const input = { text, depthMax, countMax };
  try {
    const isSmall = text.length <= SMALL_MAX;
    const { nodes, isCut } = isSmall
      ? works.readOutline(input)
      : await threads.run('readOutline', input);
    if (isCut) report.note(path, `over the limit of ${countMax} entries: the rest is left out`);
    return nodes;
  } catch (error) {
    if (!(error instanceof WorkerLimitError)) throw error;
    if (error.limit === 'queue') {
      const message = `Too much is read at once: ${error.message} Try again in a minute.`;
      throw new AppError('SERVICE_UNAVAILABLE', message);
    }
    report.add(path, `takes too much ${error.limit} to read`);
    return undefined;
  }
}
