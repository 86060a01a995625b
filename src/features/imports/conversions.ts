import { WorkerLimitError } from '../../workers/worker-limit-error.ts';
import { createWorkerPool } from '../../workers/worker-pool.ts';
import type * as works from './conversions.worker.ts';

const threads = createWorkerPool<typeof works>({
  module: './conversions.worker.ts',
  from: import.meta.url,
  threads: 2,
  queueMax: 100,
  memoryMb: 1024,
  timeoutMs: 30_000,
});

/** Why something was not converted, to follow its address. */
export interface Refusal {
  refusal: string;
}

/**
 * Runs a conversion in a thread: what others wrote can neither stall nor end this process. What it
 * fails at is refused, with the reason.
 */
export async function convert<Name extends keyof typeof works>(
  name: Name,
  input: Parameters<(typeof works)[Name]>[0],
): Promise<Awaited<ReturnType<(typeof works)[Name]>> | Refusal> {
  try {
    return await threads.run(name, input);
  } catch (error) {
    const isLimit = error instanceof WorkerLimitError && error.limit !== 'queue';
    const limits = { time: 'takes too long', memory: 'takes too much memory', queue: '' };
    const reason = isLimit ? `${limits[error.limit]} to convert` : 'cannot be converted';
    return { refusal: reason };
  }
}

export function isRefusal(result: unknown): result is Refusal {
  return typeof result === 'object' && result !== null && 'refusal' in result;
}
