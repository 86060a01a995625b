import { setTimeout as sleep } from 'node:timers/promises';
import { parseCronItems, run, type Runner, type Task, type TaskList } from 'graphile-worker';
import type { Logger } from 'pino';
import type { Database } from '../database/database.ts';
import type { Tracing } from '../telemetry/tracing.ts';
import type { JobServices, ScheduledJob } from './scheduled-job.ts';
import type { JobDefinition } from './job-definition.ts';
import { jobLog } from './job-log.ts';
import { openHeartbeat, type WorkerHeartbeat } from './worker-heartbeat.ts';
import { runJob } from './run-job.ts';
import { taskOf } from './task-name.ts';

/** Number of concurrent jobs per worker, so that long jobs do not block all others. */
const CONCURRENT_JOBS = 4;
/** Number of connections: one per job, plus those that wait for new jobs. */
const POOL_SIZE = CONCURRENT_JOBS + 2;
/** Time for which a stop waits before it interrupts running jobs, in milliseconds. */
const END_AFTER_MS = 3000;
/** Interval of the search for jobs of dead workers, in milliseconds. */
const RESCUE_MS = 60_000;
/** Delay before a failed worker restarts, in milliseconds. */
const RESTART_PAUSE_MS = 1000;
/** Period for which missed scheduled runs are made up, in milliseconds. */
const BACKFILL_MS = 24 * 60 * 60 * 1000;
/** Interval of a running job's heartbeat, which also checks for cancellation, in milliseconds. */
const HEARTBEAT_MS = 5000;

/** Work of a worker. */
export interface Work {
  /** Scheduled jobs. */
  schedule: readonly ScheduledJob[];
  /** Jobs started by requests. */
  jobs: readonly JobDefinition[];
}

export interface WorkerOptions {
  /** Database of the queue, the same as that of `db`. */
  url: string;
  db: Database;
  log: Logger;
  work: Work;
  services: JobServices;
  /** Records spans of jobs. */
  tracing?: Pick<Tracing, 'traceJob'> | undefined;
  /** Heartbeat interval, in milliseconds. */
  heartbeatMs?: number;
  /** Interval of the search for jobs of dead workers, in milliseconds. */
  rescueMs?: number;
}

export interface Worker {
  /** Takes no more jobs and waits for running ones, which end after their current step. */
  stop(): Promise<void>;
}

/**
 * Runs jobs from the queue until it is stopped. Several workers share a database: each due job runs
 * on one of them, and the jobs of a killed worker are taken over.
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

/** Restarts a worker after it lost its database connection. */
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
  const heartbeat = await openHeartbeat(options.url);
  try {
    const runner = await startRunner(options, heartbeat);
    const rescue = () =>
      heartbeat.rescue().catch((error: unknown) => {
        options.log.warn({ err: error }, 'jobs of dead workers could not be looked for');
      });
    const timer = setInterval(() => void rescue(), options.rescueMs ?? RESCUE_MS);
    const stopped = new Promise<void>((resolve) => {
      if (signal.aborted) resolve();
      signal.addEventListener('abort', () => resolve(), { once: true });
    });
    try {
      await rescue();
      await Promise.race([runner.promise, heartbeat.lost, stopped]);
    } finally {
      clearInterval(timer);
      await stop(runner);
    }
  } finally {
    await heartbeat.leave();
  }
}

function startRunner(options: WorkerOptions, heartbeat: WorkerHeartbeat): Promise<Runner> {
  const { url, log, work } = options;
  return run({
    connectionString: url,
    maxPoolSize: POOL_SIZE,
    concurrency: CONCURRENT_JOBS,
    noHandleSignals: true,
    logger: jobLog(log),
    taskList: traced({ ...scheduledTasks(options), ...startedTasks(options) }, options.tracing),
    parsedCronItems: parseCronItems(work.schedule.map(cronItem)),
    preset: {
      plugins: [showBeforeWork(heartbeat)],
      worker: {
        gracefulShutdownAbortTimeout: END_AFTER_MS,
        // Without these, a stop would not wait until the end of a job is written.
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

/** Records a span for each run of a task. */
function traced(tasks: TaskList, tracing: WorkerOptions['tracing']): TaskList {
  if (!tracing) return tasks;
  const entries = Object.entries(tasks).map(([name, task]): [string, Task] => [
    name,
    (payload, helpers) => tracing.traceJob(name, async () => (task as Task)(payload, helpers)),
  ]);
  return Object.fromEntries(entries);
}

/** Schedules one run at a time, with at most one waiting. */
function cronItem({ name, schedule }: ScheduledJob) {
  return {
    task: name,
    match: schedule,
    identifier: name,
    options: { backfillPeriod: BACKFILL_MS, queueName: name, jobKey: name },
  };
}

/** Makes a worker visible before it takes its first job, which others would otherwise rescue. */
function showBeforeWork(heartbeat: WorkerHeartbeat): GraphileConfig.Plugin {
  return {
    name: 'docgraph-heartbeat',
    version: '1.0.0',
    worker: {
      hooks: {
        async startWorker(_context, { worker }) {
          await heartbeat.show(worker.workerPool.id);
        },
      },
    },
  };
}

/** Waits for running jobs; a runner that stopped by itself has none. */
async function stop(runner: Runner): Promise<void> {
  const ended = runner.promise.catch(() => {});
  await runner.stop().catch(() => {});
  await ended;
}
