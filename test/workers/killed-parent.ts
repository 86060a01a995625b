import { createWorkerPool } from '../../src/workers/worker-pool.ts';
import type * as busy from './busy.worker.ts';

// A process with two workers, one of which does not come to an end. It reports their ids.

const pool = createWorkerPool<typeof busy>({
  ...{ module: './busy.worker.ts', from: import.meta.url },
  ...{ processes: 2, queueMax: 0, memoryMb: 64, cpuMs: 60_000 },
});
const ids = await Promise.all([pool.run('processId', undefined), pool.run('processId', undefined)]);
void pool.run('spin', undefined);
process.send?.(ids);
