import { AppError } from '../../errors.ts';
import { WorkerLimitError } from '../../workers/worker-limit-error.ts';
import { createWorkerPool } from '../../workers/worker-pool.ts';
import type * as works from './conversions.worker.ts';
import type { Refusal } from './refusal.ts';

const threads = createWorkerPool<typeof works>({
  module: './conversions.worker.ts',
  from: import.meta.url,
  threads: 2,
  queueMax: 100,
  memoryMb: 1024,
  timeoutMs: 30_000,
});

/** What reaches a limit of its thread, to follow its address. */
const refusals = { time: 'takes too long to convert', memory: 'takes too much memory to convert' };

/**
 * Runs a conversion in a thread: what others wrote can neither stall nor end this process. What it
 * fails at is refused, with the reason.
 *
 * @throws SERVICE_UNAVAILABLE when too many wait for a thread
 */
export async function convert<Name extends keyof typeof works>(
  name: Name,
  input: Parameters<(typeof works)[Name]>[0],
): Promise<Awaited<ReturnType<(typeof works)[Name]>> | Refusal> {
  try {
    return await threads.run(name, input);
  } catch (error) {
    if (!(error instanceof WorkerLimitError)) return { refusal: 'cannot be converted' };
    if (error.limit !== 'queue') return { refusal: refusals[error.limit] };
    const message = `Too much is imported at once: ${error.message} Try again in a minute.`;
    throw new AppError('SERVICE_UNAVAILABLE', message);
  }
}
