import { WorkerLimitError } from '../../workers/worker-limit-error.ts';
import { serverTrouble } from '../../workers/server-trouble.ts';
import { createProcessForLarge } from '../../workers/process-for-large.ts';
import type { DocsFolderLimits } from './docs-folder-limits.ts';
import type { SummaryNode } from './parse-summary.ts';
import type { SkipReport } from './skip-report.ts';

const bySize = createProcessForLarge(() => import('./parse-summary.worker.ts'), {
  module: './parse-summary.worker.ts',
  from: import.meta.url,
  smallMax: 20_000,
  memoryMb: 512,
  cpuMs: 60_000,
});

/**
 * Returns the entries of a table of contents; undefined if parsing takes too long. Reports omitted
 * entries.
 *
 * @throws SERVICE_UNAVAILABLE when the process that parses is killed or too busy
 */
export async function readSummary(
  path: string,
  text: string,
  { report, limits }: { report: SkipReport; limits: DocsFolderLimits },
): Promise<SummaryNode[] | undefined> {
  const { depthMax, fileCountMax: countMax } = limits;
  try {
    const { nodes, isCut } = await bySize(text.length, (run) =>
      run('readOutline', { text, depthMax, countMax }),
    );
    if (isCut) report.note(path, `over the limit of ${countMax} entries: the rest is omitted`);
    return nodes;
  } catch (error) {
    if (!(error instanceof WorkerLimitError)) throw error;
    if (error.isOfServer) throw serverTrouble(`${path} could not be read`, error);
    report.add(path, `takes too much ${error.limit} to read`);
    return undefined;
  }
}
