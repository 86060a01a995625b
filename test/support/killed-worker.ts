import { pino } from 'pino';
import { expect } from 'vitest';
import type { Job } from '../../src/database/generated/prisma/client.ts';
import type { JobServices } from '../../src/jobs/scheduled-job.ts';
import { startWorker, type Worker } from '../../src/jobs/start-worker.ts';
import { work } from '../../src/schedule.ts';
import { jobServices } from './run-jobs.ts';
import type { World } from './world.ts';
import { eventually } from './eventually.ts';

/** Interval at which a test's worker looks for jobs of dead workers, in milliseconds. */
const RESCUE_MS = 300;

/** Waits until a running job is in a step. */
export async function untilInStep(world: World, id: string, step: string): Promise<void> {
  await eventually(async () => {
    const { state, step: current } = await jobOf(world, id);
    expect([state, current]).toEqual(['running', step]);
  });
}

/** Starts a worker in this process, which soon takes over jobs of dead workers. */
export function startSurvivor(world: World, services: JobServices = jobServices(world)): Worker {
  const log = pino({ level: 'error' });
  return startWorker({
    ...{ url: world.url, db: world.db, log, work, services },
    ...{ heartbeatMs: 1000, rescueMs: RESCUE_MS },
  });
}

/** Waits until jobs have ended and left the queue. Returns the jobs. */
export async function untilEnded(world: World, ids: readonly string[]): Promise<Job[]> {
  await eventually(async () => {
    for (const id of ids) expect((await jobOf(world, id)).endedAt).not.toBeNull();
    const { rows } = await world.db.pool.query(
      `SELECT key FROM graphile_worker._private_jobs WHERE key = ANY($1)
         UNION SELECT queue_name FROM graphile_worker._private_job_queues WHERE locked_by IS NOT NULL`,
      [ids],
    );
    expect(rows).toEqual([]);
  });
  return Promise.all(ids.map((id) => jobOf(world, id)));
}

function jobOf({ db }: World, id: string): Promise<Job> {
  return db.prisma.job.findUniqueOrThrow({ where: { id } });
}
