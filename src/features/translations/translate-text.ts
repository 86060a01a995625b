import { createTurns, inTurn } from '../../lib/in-turn.ts';
import { createWorkerPool } from '../../workers/worker-pool.ts';
import * as works from './translate-text.worker.ts';
import type { Segment, SegmentAnswer } from './text/segment.ts';
import type { AppliedAnswers, TextTask } from './translate-text.worker.ts';

/** Characters of a text that this thread reads itself: it is done in a few milliseconds. */
const SMALL_MAX = 10_000;

const thread = createWorkerPool<typeof works>({
  module: './translate-text.worker.ts',
  from: import.meta.url,
  threads: 1,
  queueMax: 0,
  memoryMb: 1024,
  timeoutMs: 60_000,
});
const inThread = createTurns();

/** The texts of markdown. @throws WorkerLimitError when reading it takes too long */
export function readSegments(task: TextTask): Promise<Segment[]> {
  return task.markdown.length <= SMALL_MAX
    ? inTurn(() => works.readSegments(task))
    : inThread(() => thread.run('readSegments', task));
}

/** Puts answers in the place of texts. @throws WorkerLimitError when that takes too long */
export function applyAnswers(
  task: TextTask & { answers: readonly SegmentAnswer[] },
): Promise<AppliedAnswers> {
  return task.markdown.length <= SMALL_MAX
    ? inTurn(() => works.applyAnswers(task))
    : inThread(() => thread.run('applyAnswers', task));
}
