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

/** Reasons why a document was not converted, worded to follow its address. */
const refusals = { time: 'takes too long to convert', memory: 'takes too much memory to convert' };

/**
 * Runs a conversion in another process, so that untrusted input can neither block nor crash this
 * one. Returns a refusal with the reason if the conversion fails.
 *
 * @throws SERVICE_UNAVAILABLE when the queue is full or the process is killed on every attempt
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
