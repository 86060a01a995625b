import { serverTrouble } from '../../workers/server-trouble.ts';
import { WorkerLimitError } from '../../workers/worker-limit-error.ts';
import { createWorkerPool } from '../../workers/worker-pool.ts';
import type * as works from './conversions.worker.ts';
import type { Refusal } from './refusal.ts';

const pool = createWorkerPool<typeof works>({
  module: './conversions.worker.ts',
  from: import.meta.url,
  processes: 2,
  queueMax: 100,
  memoryMb: 1024,
  cpuMs: 30_000,
});

/** Reasons why something is not converted, to follow its address. */
const refusals = { time: 'takes too long to convert', memory: 'takes too much memory to convert' };

/**
 * Runs a conversion in another process: what others wrote can neither stall nor end this one. What
 * it fails at is refused, with the reason.
 *
 * @throws SERVICE_UNAVAILABLE when too many wait for a process, or it is killed each time
 */
export async function convert<Name extends keyof typeof works>(
  name: Name,
  input: Parameters<(typeof works)[Name]>[0],
): Promise<Awaited<ReturnType<(typeof works)[Name]>> | Refusal> {
  try {
    return await pool.run(name, input);
  } catch (error) {
    if (!(error instanceof WorkerLimitError)) return { refusal: 'cannot be converted' };
    if (error.isOfServer) throw serverTrouble('Nothing was imported', error);
    return { refusal: error.limit === 'time' ? refusals.time : refusals.memory };
  }
}
