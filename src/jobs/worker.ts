import { setTimeout as sleep } from 'node:timers/promises';
import { parseCronItems, run, type Runner, type Task, type TaskList } from 'graphile-worker';
import type { Logger } from 'pino';
import type { Database } from '../database/database.ts';
import type { JobServices, ScheduledJob } from './job.ts';
import type { JobDefinition } from './job-definition.ts';
import { jobLog } from './job-log.ts';
import { openPresence, type Presence } from './presence.ts';
import { runJob } from './run-job.ts';
import { taskOf } from './task-name.ts';

/** Jobs that one worker runs at once: long ones must not keep all others waiting. */
const CONCURRENT_JOBS = 4;
/** Connections: one a job to take and to end it, one that waits for new jobs. */
const POOL_SIZE = CONCURRENT_JOBS + 2;
/** How long a stop waits for running jobs before it tells them to end, in milliseconds. */
const END_AFTER_MS = 3000;
/** How often jobs of dead workers are looked for, in milliseconds. */
const RESCUE_MS = 60_000;
/** Pause before a worker starts again that had to stop, in milliseconds. */
const RESTART_PAUSE_MS = 1000;
/** For how long jobs are made up for that were due while no worker ran, in milliseconds. */
const BACKFILL_MS = 24 * 60 * 60 * 1000;
/** How often a running job tells that it is alive, and asks whether it was cancelled. */
const HEARTBEAT_MS = 5000;

/** What a worker does. */
export interface Work {
  /** At times of its own. */
  schedule: readonly ScheduledJob[];
  /** When a request starts it. */
  jobs: readonly JobDefinition[];
}

export interface WorkerOptions {
  /** The database of the queue: that of `db`. */
  url: string;
  db: Database;
  log: Logger;
  work: Work;
  services: JobServices;
  /** In milliseconds. */
  heartbeatMs?: number;
  /** How often it looks for jobs of workers that are gone, in milliseconds. */
  rescueMs?: number;
}

export interface Worker {
  /** Takes no more jobs, and waits for those that run: they end after their present step. */
  stop(): Promise<void>;
}

/**
 * Runs jobs from the queue in the database, until it is stopped. Of several workers on one
 * database, one does what is due, and what one left behind that was killed, another one does.
 */
export function startWorker(options: WorkerOptions): Worker {
  const stopping = new AbortController();
  const ended = keepRunning(options, stopping.signal);
  return {
    async stop() {
      stopping.abort();
      await ended;
    },
  };
}

/** A worker whose database went away starts again. */
async function keepRunning(options: WorkerOptions, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      await runUntilLost(options, signal);
    } catch (error) {
      options.log.error({ err: error }, 'the worker failed and starts again');
    }
    await sleep(RESTART_PAUSE_MS, undefined, { signal }).catch(() => {});
  }
}

async function runUntilLost(options: WorkerOptions, signal: AbortSignal): Promise<void> {
  const presence = await openPresence(options.url);
  try {
    const runner = await startRunner(options, presence);
    const rescue = () =>
      presence.rescue().catch((error: unknown) => {
        options.log.warn({ err: error }, 'jobs of dead workers could not be looked for');
      });
    const timer = setInterval(() => void rescue(), options.rescueMs ?? RESCUE_MS);
    const stopped = new Promise<void>((resolve) => {
      if (signal.aborted) resolve();
      signal.addEventListener('abort', () => resolve(), { once: true });
    });
    try {
      await rescue();
      await Promise.race([runner.promise, presence.lost, stopped]);
    } finally {
      clearInterval(timer);
      await stop(runner);
    }
  } finally {
    await presence.leave();
  }
}

function startRunner(options: WorkerOptions, presence: Presence): Promise<Runner> {
  const { url, log, work } = options;
  return run({
    connectionString: url,
    maxPoolSize: POOL_SIZE,
    concurrency: CONCURRENT_JOBS,
    noHandleSignals: true,
    logger: jobLog(log),
    taskList: { ...scheduledTasks(options), ...startedTasks(options) },
    parsedCronItems: parseCronItems(work.schedule.map(cronItem)),
    preset: {
      plugins: [showBeforeWork(presence)],
      worker: {
        gracefulShutdownAbortTimeout: END_AFTER_MS,
        // Without these, a stop does not wait until the end of a job is written.
        completeJobBatchDelay: 0,
        failJobBatchDelay: 0,
      },
    },
  });
}

function scheduledTasks({ db, log, work, services }: WorkerOptions): TaskList {
  const tasks = work.schedule.map((job): [string, Task] => [
    job.name,
    (_payload, { abortSignal }) =>
      job.run({
        ...services,
        db,
        log: log.child({ job: job.name }),
        signal: abortSignal ?? new AbortController().signal,
        now: () => new Date(),
      }),
  ]);
  return Object.fromEntries(tasks);
}

function startedTasks({
  db,
  log,
  work,
  services,
  heartbeatMs = HEARTBEAT_MS,
}: WorkerOptions): TaskList {
  const tasks = work.jobs.map((definition): [string, Task] => [
    taskOf(definition.kind),
    (payload, { abortSignal }) =>
      runJob(definition, (payload as { id: string }).id, {
        ...{ db, log, services, heartbeatMs },
        stop: abortSignal ?? new AbortController().signal,
        now: () => new Date(),
      }),
  ]);
  return Object.fromEntries(tasks);
}

/** One run at a time, and no more than one that waits. */
function cronItem({ name, schedule }: ScheduledJob) {
  return {
    task: name,
    match: schedule,
    identifier: name,
    options: { backfillPeriod: BACKFILL_MS, queueName: name, jobKey: name },
  };
}

/** Lets others see a worker before it takes its first job: they would rescue that. */
function showBeforeWork(presence: Presence): GraphileConfig.Plugin {
  return {
    name: 'docgraph-presence',
    version: '1.0.0',
    worker: {
      hooks: {
        async startWorker(_context, { worker }) {
          await presence.show(worker.workerPool.id);
        },
      },
    },
  };
}

/** Waits for running jobs. A runner that stopped by itself has nothing left to wait for. */
async function stop(runner: Runner): Promise<void> {
  const ended = runner.promise.catch(() => {});
  await runner.stop().catch(() => {});
  await ended;
}
