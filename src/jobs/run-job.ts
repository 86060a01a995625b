import type { Logger } from 'pino';
import type { Database } from '../database/database.ts';
import type { Job } from '../database/generated/prisma/client.ts';
import { runTransaction } from '../database/run-transaction.ts';
import { hideCredentials } from '../lib/hide-credentials.ts';
import { beginJob } from './begin-job.ts';
import { endJob, type JobEnding } from './end-job.ts';
import type { JobDefinition } from './job-definition.ts';
import { JobFailure } from './job-failure.ts';
import { JobCancelled, JobSuperseded, WorkerStops } from './job-interruption.ts';
import type { JobServices } from './scheduled-job.ts';
import { sendHeartbeat, createJobRun } from './job-run.ts';
import { lockJob } from './lock-job.ts';

/** Grace period of an interrupted run, in milliseconds; after it the run is abandoned. */
const END_WITHIN_MS = 2000;

export interface RunJobOptions {
  db: Database;
  log: Logger;
  services: JobServices;
  /** Aborts when the worker stops. */
  stop: AbortSignal;
  /** Interval of the heartbeat, which also checks for cancellation, in milliseconds. */
  heartbeatMs: number;
  now: () => Date;
}

/**
 * Runs a job once. Afterwards the job has ended or waits for its next attempt.
 *
 * @throws when it must be retried; the message contains no sensitive data
 */
export async function runJob(
  definition: JobDefinition,
  id: string,
  options: RunJobOptions,
): Promise<void> {
  const { db, now } = options;
  const beginning = await beginJob(db, definition, id, now());
  if (!beginning) return;
  const { job, ending } = beginning;
  if (ending) {
    await end(definition, job, options, ending);
    return;
  }
  try {
    const message = await runUntilEnd(definition, job, options);
    await end(definition, job, options, { end: 'done', now: now(), message });
  } catch (error) {
    await endWith(definition, job, options, error);
  }
}

/** Runs the job until it ends or is interrupted, even if it ignores its signal. */
async function runUntilEnd(
  definition: JobDefinition,
  job: Job,
  { db, log, services, stop, heartbeatMs, now }: RunJobOptions,
): Promise<string | undefined> {
  const control = new AbortController();
  const { signal } = control;
  const stops = () => control.abort(new WorkerStops());
  if (stop.aborted) stops();
  stop.addEventListener('abort', stops, { once: true });
  const timeout = setTimeout(() => control.abort(tookTooLong(definition)), definition.timeoutMs);
  const heartbeat = setInterval(() => {
    sendHeartbeat(db, job, control).catch((error: unknown) => {
      log.warn({ err: error, job: job.id }, 'a job could not send its heartbeat');
    });
  }, heartbeatMs);
  try {
    const run = await createJobRun(db, definition, job, control);
    const context = { ...services, db, log: log.child({ job: job.id }), signal, now };
    return await Promise.race([definition.run(run, context), leftToItself(signal)]);
  } catch (error) {
    // In an interrupted run, the reason of the interruption takes precedence over other errors.
    throw signal.aborted ? signal.reason : error;
  } finally {
    clearTimeout(timeout);
    clearInterval(heartbeat);
    stop.removeEventListener('abort', stops);
    // Tells leftover work of the run that the run is over.
    control.abort(new JobSuperseded());
  }
}

function tookTooLong({ timeoutMs }: JobDefinition): JobFailure {
  return new JobFailure(
    'TIMEOUT',
    `The job took more than ${timeoutMs / 1000} seconds.`,
    'Start it again when the servers that it asks are faster, or with less to do.',
  );
}

function leftToItself(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener(
      'abort',
      () => setTimeout(() => reject(signal.reason as Error), END_WITHIN_MS).unref(),
      { once: true },
    );
  });
}

async function endWith(
  definition: JobDefinition,
  job: Job,
  options: RunJobOptions,
  error: unknown,
): Promise<void> {
  if (error instanceof JobSuperseded) return;
  const now = options.now();
  if (error instanceof JobCancelled) {
    await end(definition, job, options, { end: 'cancelled', now });
    return;
  }
  if (error instanceof WorkerStops) {
    await requeue(job, options, job.attempts - 1);
    throw error;
  }
  const failure = JobFailure.of(error);
  if (failure.code === 'INTERNAL') {
    options.log.error({ err: error, job: job.id, kind: job.kind }, 'a job failed');
  }
  if (failure.passing && job.attempts < definition.attempts) {
    await requeue(job, options, job.attempts);
    throw new Error(hideCredentials(`${failure.code}: ${failure.message}`));
  }
  await end(definition, job, options, { end: 'failed', now, failure });
}

/** Ends the job if this run is still the current one. */
async function end(
  definition: JobDefinition,
  { id, run }: Job,
  { db, log }: RunJobOptions,
  ending: JobEnding,
): Promise<void> {
  const endBy = (by: JobDefinition | undefined) =>
    runTransaction(db, async (transaction) => {
      const job = await lockJob(transaction, id);
      if (job?.run !== run || job.endedAt) return;
      await endJob(transaction, by, job, ending);
    });
  try {
    await endBy(definition);
  } catch (error) {
    if (ending.end === 'done') throw error;
    // An error in the end handler must not prevent the job from ending.
    log.error(
      { err: error, job: id, kind: definition.kind },
      'the end of a job could not be recorded',
    );
    await endBy(undefined);
  }
}

/** Returns the job to the queue for its next attempt. */
async function requeue(job: Job, { db }: RunJobOptions, attempts: number): Promise<void> {
  await db.prisma.job.updateMany({
    where: { id: job.id, run: job.run, state: 'running' },
    data: { state: 'pending', attempts },
  });
}
