import os from 'node:os';
import { Writable } from 'node:stream';
import pg from 'pg';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { openDatabase, type Database } from '../../src/database/database.ts';
import { createWebClient } from '../../src/external/http/create-web-client.ts';
import type { ScheduledJob } from '../../src/jobs/scheduled-job.ts';
import { startWorker, type Worker } from '../../src/jobs/start-worker.ts';
import { createTestDatabase, type TestDatabase } from '../support/postgres.ts';
import { eventually } from '../support/eventually.ts';

let database: TestDatabase;
let db: Database;
let lines: string[] = [];
const workers: Worker[] = [];

const services = { web: createWebClient(), translator: null, cacheDir: os.tmpdir() };

const log = pino(
  { level: 'debug' },
  new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk));
      done();
    },
  }),
);

beforeAll(async () => {
  database = await createTestDatabase();
  db = openDatabase(database.url, { poolSize: 4 });
  // The first worker makes the tables of the queue.
  const worker = start();
  await eventually(() => db.pool.query('SELECT FROM graphile_worker._private_known_crontabs'));
  await worker.stop();
});

afterEach(async () => {
  await Promise.all(workers.splice(0).map((worker) => worker.stop()));
  await db.pool.query('DELETE FROM graphile_worker._private_jobs');
  await db.pool.query('DELETE FROM graphile_worker._private_job_queues');
  lines = [];
});

afterAll(async () => {
  await db.close();
  await database.drop();
});

function start(...jobs: ScheduledJob[]): Worker {
  const some = jobs.length > 0 ? jobs : [jobOf('idle', async () => {})];
  const work = { schedule: some, jobs: [] };
  const worker = startWorker({ url: database.url, db, log, work, services });
  workers.push(worker);
  return worker;
}

function jobOf(name: string, run: ScheduledJob['run'], schedule = '0 0 1 1 *'): ScheduledJob {
  return { name, schedule, run };
}

const add = (name: string) => db.pool.query('SELECT graphile_worker.add_job($1)', [name]);

async function jobsLeft(): Promise<{ attempts: number; last_error: string | null }[]> {
  const { rows } = await db.pool.query<{ attempts: number; last_error: string | null }>(
    'SELECT attempts, last_error FROM graphile_worker._private_jobs ORDER BY id',
  );
  return rows;
}

describe('a worker', () => {
  it('runs what was added to the queue, also by a transaction, and forgets it', async () => {
    const run = vi.fn<() => Promise<void>>(async () => {});
    start(jobOf('greet', run));
    await db.prisma.$transaction(async (transaction) => {
      await transaction.$queryRaw`SELECT graphile_worker.add_job('greet')::text`;
    });
    await eventually(() => expect(run).toHaveBeenCalledTimes(1));
    await eventually(async () => expect(await jobsLeft()).toEqual([]));
  });

  it('does once what is due at a time, however many workers there are', async () => {
    const run = vi.fn<() => Promise<void>>(async () => {});
    const due = new Date(Date.now() - 30 * 60_000);
    const job = jobOf('hourly', run, `${due.getUTCMinutes()} * * * *`);
    // The schedule is known, and was last followed before it was due: no worker ran then.
    await db.pool.query(
      `INSERT INTO graphile_worker._private_known_crontabs (identifier, known_since, last_execution)
       VALUES ('hourly', now() - interval '1 day', now() - interval '59 minutes')`,
    );
    start(job);
    start(job);
    start(job);
    await eventually(() => expect(run).toHaveBeenCalled());
    await Promise.all(workers.splice(0).map((worker) => worker.stop()));
    expect(run).toHaveBeenCalledTimes(1);
    expect(await jobsLeft()).toEqual([]);
  });

  it('lets running jobs end when it stops', async () => {
    let finish = () => {};
    let ended = false;
    const begun = vi.fn<() => void>();
    const worker = start(
      jobOf('long', async () => {
        begun();
        await new Promise<void>((resolve) => (finish = resolve));
        ended = true;
      }),
    );
    await add('long');
    await eventually(() => expect(begun).toHaveBeenCalled());
    const stopped = worker.stop();
    setTimeout(() => finish(), 50);
    await stopped;
    expect(ended).toBe(true);
    expect(await jobsLeft()).toEqual([]);
  });

  it('tells jobs that do not end to stop, and keeps them for later', async () => {
    const begun = vi.fn<() => void>();
    const worker = start(
      jobOf('endless', async ({ signal }) => {
        begun();
        await new Promise<void>((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(new Error('stopped in the middle')));
        });
      }),
    );
    await add('endless');
    await eventually(() => expect(begun).toHaveBeenCalled());
    await worker.stop();
    expect(await jobsLeft()).toEqual([{ attempts: 1, last_error: 'stopped in the middle' }]);
  });

  it('keeps a job that failed, and logs why, but no secrets', async () => {
    start(
      jobOf('fail', async () => {
        throw new Error('could not reach https://user:hunter2@example.com/docs');
      }),
    );
    await db.pool.query(`SELECT graphile_worker.add_job('fail', '{"password":"swordfish"}')`);
    await eventually(async () => expect((await jobsLeft())[0]?.last_error).toBeTruthy());
    expect((await jobsLeft())[0]?.attempts).toBe(1);
    const logged = lines.join('');
    expect(logged).toContain('could not reach https://[hidden]@example.com/docs');
    for (const secret of ['hunter2', 'swordfish', new URL(database.url).password]) {
      if (secret !== '') expect(logged).not.toContain(secret);
    }
  });

  it('takes over what a killed worker left, but not what another one does', async () => {
    const run = vi.fn<() => Promise<void>>(async () => {});
    const other = new pg.Client({
      connectionString: database.url,
      application_name: 'docgraph pool-alive',
    });
    await other.connect();
    await add('orphan');
    await add('orphan');
    await db.pool.query(
      `UPDATE graphile_worker._private_jobs j SET locked_at = now(),
         locked_by = CASE WHEN j.id = (SELECT min(id) FROM graphile_worker._private_jobs)
           THEN 'pool-dead' ELSE 'pool-alive' END`,
    );
    start(jobOf('orphan', run));
    await eventually(() => expect(run).toHaveBeenCalled());
    await eventually(async () => expect(await jobsLeft()).toHaveLength(1));
    await other.end();
    expect(run).toHaveBeenCalledTimes(1);
  });

  it('starts again when the database ended its connections', async () => {
    const run = vi.fn<() => Promise<void>>(async () => {});
    start(jobOf('after', run));
    await add('after');
    await eventually(() => expect(run).toHaveBeenCalledTimes(1));
    await db.pool.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE datname = current_database() AND application_name LIKE 'docgraph pool-%'`,
    );
    await add('after');
    await eventually(() => expect(run).toHaveBeenCalledTimes(2));
  });
});
