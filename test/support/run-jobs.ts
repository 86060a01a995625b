import os from 'node:os';
import { pino } from 'pino';
import { sql } from '../../src/database/database.ts';
import type { JobServices } from '../../src/jobs/scheduled-job.ts';
import { definitionOf } from '../../src/jobs/job-definition.ts';
import { runJob } from '../../src/jobs/run-job.ts';
import '../../src/schedule.ts';
import type { World } from './world.ts';

/** Returns the default services of jobs in tests. */
export function jobServices(world: World): JobServices {
  return { web: world.web, translator: world.translator, cacheDir: os.tmpdir() };
}

/** Runs the waiting jobs serially, as a worker would, without delays. Retries run immediately. */
export async function runJobs(world: World, services = jobServices(world)): Promise<void> {
  for (;;) {
    const [row] = await world.db.query(sql`
      SELECT id, kind FROM jobs WHERE ended_at IS NULL ORDER BY created_at, id LIMIT 1`);
    if (!row) return;
    const [id, kind] = row as [string, string];
    const definition = definitionOf(kind);
    if (!definition) throw new Error(`Nobody runs jobs of the kind "${kind}".`);
    await runJob(definition, id, {
      db: world.db,
      log: pino({ level: 'error' }),
      services,
      stop: new AbortController().signal,
      heartbeatMs: 1000,
      now: () => new Date(),
    }).catch(() => {});
  }
}
