import { createProcessForLarge } from '../../workers/process-for-large.ts';
import type { Segment, SegmentAnswer } from './text/segment.ts';
import type { AppliedAnswers, TextTask } from './translate-text.worker.ts';

const bySize = createProcessForLarge(() => import('./translate-text.worker.ts'), {
  module: './translate-text.worker.ts',
  from: import.meta.url,
  smallMax: 10_000,
  memoryMb: 1024,
  cpuMs: 60_000,
});

/** Reads the texts of markdown. @throws WorkerLimitError over the time limit */
export function readTextSegments(task: TextTask): Promise<Segment[]> {
  return bySize(task.markdown.length, (run) => run('readSegments', task));
}

/** Replaces texts by their translations. @throws WorkerLimitError over the time limit */
export function applyTextAnswers(
  task: TextTask & { answers: readonly SegmentAnswer[] },
): Promise<AppliedAnswers> {
  return bySize(task.markdown.length, (run) => run('applyAnswers', task));
}
