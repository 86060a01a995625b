import os from 'node:os';
import { Writable } from 'node:stream';
import fc from 'fast-check';
import { pino } from 'pino';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { EndedJob, JobDefinition } from '../../src/jobs/job-definition.ts';
import { JobFailure } from '../../src/jobs/job-failure.ts';
import { requestCancellation } from '../../src/jobs/request-cancellation.ts';
import { runJob, type RunJobOptions } from '../../src/jobs/run-job.ts';
import { reapJobs } from '../../src/jobs/reap-jobs.ts';
import { runTransaction } from '../../src/database/run-transaction.ts';
import { conflict, staleRevision } from '../../src/errors.ts';
import { useOrganization, useWorld } from '../support/use-world.ts';
import { kindOf, rowOf, start, type countTo } from './support.ts';

const world = useWorld();
const organization = useOrganization(world);
let lines: string[] = [];
const log = pino(
  { level: 'debug' },
  new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk));
      done();
    },
  }),
);

beforeEach(() => {
  lines = [];
});

function options(changes: Partial<RunJobOptions> = {}): RunJobOptions {
  return {
    db: world.db,
    log,
    services: { web: world.web, translator: null, cacheDir: os.tmpdir() },
    stop: new AbortController().signal,
    heartbeatMs: 50,
    now: () => new Date(),
    ...changes,
  };
}

/** Runs a job until it has ended, or one run of it, and answers its row. */
async function run(definition: JobDefinition<typeof countTo>, id: string, changes = {}) {
  await runJob(definition, id, options(changes)).catch(() => {});
  return rowOf(world, id);
}

const secretsOf = (id: string) => world.db.prisma.jobSecret.count({ where: { jobId: id } });

describe('a job', () => {
  it('runs its steps, keeps its results, and is done', async () => {
    const definition = kindOf(async (job) => {
      await job.step('first');
      await job.report({ path: 'a.md', outcome: 'imported' });
      await job.step('third', 0.5);
      await job.report(
        { path: 'b.md', outcome: 'imported' },
        { path: 'c.md', outcome: 'skipped', message: 'It is empty.' },
      );
      return `Counted to ${job.input.to} with ${job.secret}.`;
    });
    const id = await start(world, definition, organization.id, {
      input: { to: 7 },
      secret: 'a key',
    });
    const waiting = await rowOf(world, id);
    expect(waiting).toMatchObject({ state: 'pending', progress: 0, startedAt: null });
    const done = await run(definition, id);
    expect(done).toMatchObject({
      ...{ state: 'done', progress: 1, step: null, stepsDone: 3, stepsTotal: 3, attempts: 1 },
      message: 'Counted to 7 with a key.',
      errorCode: null,
    });
    expect(done.endedAt).not.toBeNull();
    const results = await world.db.prisma.jobResult.findMany({ where: { jobId: id } });
    expect(results.map(({ path, outcome }) => `${path} ${outcome}`)).toEqual([
      ...['a.md imported', 'b.md imported', 'c.md skipped'],
    ]);
  });

  it('keeps its secret encrypted, and only until it ends', async () => {
    const definition = kindOf(() => undefined);
    const id = await start(world, definition, organization.id, { secret: 'swordfish' });
    const { sealed } = await world.db.prisma.jobSecret.findUniqueOrThrow({ where: { jobId: id } });
    expect(Buffer.from(sealed).toString('latin1')).not.toContain('swordfish');
    await run(definition, id);
    expect(await secretsOf(id)).toBe(0);
  });

  it('is not there when the transaction that starts it fails', async () => {
    const definition = kindOf(() => undefined);
    const before = await world.db.prisma.job.count();
    const failing = runTransaction(world.db, async () => {
      await start(world, definition, 'org_unknown');
    });
    await expect(failing).rejects.toThrow('deleted at the same time');
    expect(await world.db.prisma.job.count()).toBe(before);
  });

  it('fails for good with a typed failure, which names step and remedy and no credentials', async () => {
    const told: EndedJob<unknown>[] = [];
    const definition = kindOf(
      async (job) => {
        await job.step('second');
        throw new JobFailure('REFUSED', 'https://ann:hunter2@example.com refuses.', 'Ask Ann.');
      },
      { onEnd: async (_transaction, job) => void told.push(job) },
    );
    const id = await start(world, definition, organization.id, { secret: 'hunter2' });
    const failed = await run(definition, id);
    expect(failed).toMatchObject({
      ...{ state: 'failed', errorCode: 'REFUSED', errorStep: 'second', attempts: 1 },
      errorMessage: 'https://[hidden]@example.com refuses.',
      errorRemedy: 'Ask Ann.',
    });
    expect(told).toMatchObject([{ id, end: 'failed', error: { code: 'REFUSED' } }]);
    expect(await secretsOf(id)).toBe(0);
    expect(lines.join('')).not.toContain('hunter2');
  });

  it('ends with what it has to tell, also where that has U+0000 or half of a character', async () => {
    const failing = kindOf(async (job) => {
      await job.report({ path: 'a\0.md', outcome: 'skipped', message: 'not \uD800' });
      throw new JobFailure('REFUSED', 'No "\0".', 'Ask \0.');
    });
    const id = await start(world, failing, organization.id);
    expect(await run(failing, id)).toMatchObject({
      ...{ state: 'failed', attempts: 1, errorMessage: 'No "\uFFFD".', errorRemedy: 'Ask \uFFFD.' },
    });
    expect(await world.db.prisma.jobResult.findMany({ where: { jobId: id } })).toMatchObject([
      { path: 'a\uFFFD.md', message: 'not \uFFFD' },
    ]);
    const done = kindOf(() => 'Read \0.');
    const message = 'Read \uFFFD.';
    expect(await run(done, await start(world, done, organization.id))).toMatchObject({ message });
  });

  it('is tried again after what may pass, and as often as its definition says', async () => {
    const attempt = vi.fn<() => void>(() => {
      throw new JobFailure('BUSY', 'It is busy.', 'Wait.', { passing: true });
    });
    const definition = kindOf(attempt, { attempts: 2 });
    const id = await start(world, definition, organization.id);
    expect(await run(definition, id)).toMatchObject({ state: 'pending', attempts: 1 });
    expect(await run(definition, id)).toMatchObject({ state: 'failed', errorCode: 'BUSY' });
    await run(definition, id);
    expect(attempt).toHaveBeenCalledTimes(2);
  });

  it('tells nothing of an accident but the log', async () => {
    const definition = kindOf(
      () => {
        throw new TypeError('cannot read /etc/secret');
      },
      { attempts: 1 },
    );
    const id = await start(world, definition, organization.id);
    const failed = await run(definition, id);
    expect(failed).toMatchObject({ state: 'failed', errorCode: 'INTERNAL' });
    expect(failed.errorMessage).not.toContain('secret');
    expect(lines.join('')).toContain('cannot read /etc/secret');
  });

  it('takes errors of writes as they are, and tries again what another write was in the way of', async () => {
    const errors = [staleRevision('rev_1', 'rev_2'), conflict('It is locked.')];
    const definition = kindOf(() => {
      throw errors.shift() ?? new Error('too often');
    });
    const id = await start(world, definition, organization.id);
    expect(await run(definition, id)).toMatchObject({ state: 'pending' });
    expect(await run(definition, id)).toMatchObject({
      ...{ state: 'failed', errorCode: 'CONFLICT', errorMessage: 'It is locked.' },
    });
  });

  it('ends when it takes too long, also when it does not heed that', async () => {
    const definition = kindOf(() => new Promise(() => {}), { timeoutMs: 100 });
    const id = await start(world, definition, organization.id);
    expect(await run(definition, id)).toMatchObject({ state: 'failed', errorCode: 'TIMEOUT' });
  });

  it('ends at once when it is cancelled before it began', async () => {
    const begin = vi.fn<() => void>();
    const definition = kindOf(begin);
    const id = await start(world, definition, organization.id, { secret: 'key' });
    await runTransaction(world.db, (transaction) =>
      requestCancellation(transaction, id, new Date()),
    );
    expect(await rowOf(world, id)).toMatchObject({ state: 'cancelled', startedAt: null });
    expect(await secretsOf(id)).toBe(0);
    await run(definition, id);
    expect(begin).not.toHaveBeenCalled();
    const again = runTransaction(world.db, (transaction) =>
      requestCancellation(transaction, id, new Date()),
    );
    await expect(again).rejects.toThrow('cancelled');
  });

  it('ends at its heartbeat or next step when it is cancelled while it runs', async () => {
    const definition = kindOf(async (job) => {
      await runTransaction(world.db, (transaction) =>
        requestCancellation(transaction, job.id, new Date()),
      );
      if (job.input.to === 1) await job.step('second');
      await new Promise((_resolve, reject) => {
        job.signal.addEventListener('abort', () => reject(new Error('aborted')));
      });
    });
    for (const to of [1, 2]) {
      const id = await start(world, definition, organization.id, { input: { to } });
      expect(await run(definition, id)).toMatchObject({ state: 'cancelled', errorCode: null });
    }
  });

  it('waits for another worker when its own stops, which does not count as an attempt', async () => {
    const stop = new AbortController();
    const definition = kindOf(async (job) => {
      stop.abort();
      await job.step('second');
    });
    const id = await start(world, definition, organization.id);
    const stopped = await run(definition, id, { stop: stop.signal });
    expect(stopped).toMatchObject({ state: 'pending', attempts: 0, run: 1 });
  });

  it('ends when its workers died as often as it may be begun', async () => {
    const definition = kindOf(() => undefined, { attempts: 2 });
    const id = await start(world, definition, organization.id);
    // What a killed worker leaves behind.
    const data = { state: 'running', attempts: 2, run: 2, startedAt: new Date() };
    await world.db.prisma.job.update({ where: { id }, data });
    expect(await run(definition, id)).toMatchObject({ state: 'failed', errorCode: 'WORKER_LOST' });
  });

  it('writes nothing more when another run has begun', async () => {
    const writes: string[] = [];
    const definition = kindOf(async (job) => {
      if (job.input.to === 1 && writes.length === 0) {
        writes.push('first run');
        // The queue took the worker for dead, and another one runs the job.
        await runJob(definition, job.id, options());
      }
      await runTransaction(world.db, async (transaction) => {
        await job.hold(transaction);
        writes.push('held');
      });
    });
    const id = await start(world, definition, organization.id);
    expect(await run(definition, id)).toMatchObject({ state: 'done', attempts: 2 });
    expect(writes).toEqual(['first run', 'held']);
  });

  it('ends also when telling the end fails', async () => {
    const definition = kindOf(() => undefined, {
      attempts: 1,
      onEnd: async () => {
        throw new Error('nobody is there to be told');
      },
    });
    const id = await start(world, definition, organization.id);
    expect(await run(definition, id)).toMatchObject({ state: 'failed', errorCode: 'INTERNAL' });
  });

  it('has progress between 0 and 1 that never goes back, over all its runs', async () => {
    const step = fc.tuple(fc.constantFrom('first', 'second', 'third'), fc.double());
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 8 }), async (steps) => {
        const seen: number[] = [];
        const definition = kindOf(async (job) => {
          for (const [name, fraction] of steps) {
            await job.step(name, Number.isNaN(fraction) ? 0 : fraction);
            seen.push((await rowOf(world, job.id)).progress);
          }
          if (job.input.to === 1) throw new JobFailure('AGAIN', 'x', 'y', { passing: true });
        });
        const id = await start(world, definition, organization.id);
        await run(definition, id);
        const last = await run(definition, id);
        seen.push(last.progress);
        expect(seen).toEqual(seen.toSorted((a, b) => a - b));
        expect(seen.every((progress) => progress >= 0 && progress <= 1)).toBe(true);
      }),
      { numRuns: 15 },
    );
  });
});

describe('tidying jobs', () => {
  const tidy = () =>
    reapJobs({ ...options().services, ...options(), signal: new AbortController().signal });

  it('deletes those that ended more than 30 days ago, with their results', async () => {
    const definition = kindOf((job) => job.report({ path: 'a.md', outcome: 'imported' }));
    const [old, recent] = [
      await start(world, definition, organization.id),
      await start(world, definition, organization.id),
    ];
    await run(definition, old);
    await run(definition, recent);
    const endedAt = new Date(Date.now() - 31 * 24 * 60 * 60 * 1000);
    await world.db.prisma.job.update({ where: { id: old }, data: { endedAt } });
    await tidy();
    const kept = { where: { id: { in: [old, recent] } } };
    expect(await world.db.prisma.job.findMany(kept)).toMatchObject([{ id: recent }]);
    expect(await world.db.prisma.jobResult.count({ where: { jobId: old } })).toBe(0);
  });

  it('ends those that the queue does not know any more, and no others', async () => {
    const definition = kindOf(() => undefined);
    const [lost, waiting] = [
      await start(world, definition, organization.id),
      await start(world, definition, organization.id),
    ];
    await world.db.pool.query('SELECT graphile_worker.remove_job($1)', [lost]);
    await tidy();
    expect(await rowOf(world, lost)).toMatchObject({ state: 'failed', errorCode: 'LOST' });
    expect(await rowOf(world, waiting)).toMatchObject({ state: 'pending' });
  });
});
