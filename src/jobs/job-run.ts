import type { Database, PrismaTransaction } from '../database/database.ts';
import { sql } from '../database/database.ts';
import type { Job } from '../database/generated/prisma/client.ts';
import { truncate } from '../lib/truncate.ts';
import type { JobDefinition, JobResultInput, RunningJob } from './job-definition.ts';
import { openJobSecret } from './job-secret.ts';
import { JobCancelled, JobSuperseded } from './job-interruption.ts';
import { sanitizeMessage } from './sanitize-message.ts';

/** Maximum number of stored results per job. */
const RESULTS_MAX = 20_000;
/** Maximum length of a result text, in characters. */
const RESULT_TEXT_MAX = 1000;
/** Minimum interval between progress updates, in milliseconds. */
const PROGRESS_INTERVAL_MS = 250;

/** Creates a run of a job for its definition. */
export async function createJobRun(
  db: Database,
  definition: JobDefinition,
  job: Job,
  control: AbortController,
): Promise<RunningJob<unknown>> {
  const { id, organizationId, spaceId, subjectId, createdById, createdAt } = job;
  const secret = await openJobSecret(db, id);
  let results = 0;
  let writtenAt = 0;
  return {
    ...{ id, organizationId, spaceId, subjectId, createdById, createdAt, secret },
    input: definition.input.parse(job.input),
    signal: control.signal,
    async step(name, fraction = 0) {
      control.signal.throwIfAborted();
      const index = definition.steps.indexOf(name);
      if (index < 0) throw new Error(`The job "${definition.kind}" has no step "${name}".`);
      const isSoon = Date.now() - writtenAt < PROGRESS_INTERVAL_MS;
      if (fraction > 0 && isSoon) return;
      writtenAt = Date.now();
      await sendHeartbeat(db, job, control, {
        step: name,
        stepsDone: index,
        progress: (index + Math.min(Math.max(fraction, 0), 1)) / definition.steps.length,
      });
      control.signal.throwIfAborted();
    },
    async report(...added) {
      control.signal.throwIfAborted();
      const kept = added.slice(0, Math.max(0, RESULTS_MAX - results));
      const first = results;
      results += added.length;
      const data = kept.map((result, index) => resultRow(id, first + index, result));
      await db.prisma.jobResult.createMany({ data, skipDuplicates: true });
    },
    async hold(transaction) {
      const reason = await reasonToEnd(transaction, job);
      if (reason) control.abort(reason);
      control.signal.throwIfAborted();
    },
  };
}

function resultRow(jobId: string, ordinal: number, { path, outcome, message }: JobResultInput) {
  const cut = (text: string) => truncate(sanitizeMessage(text), RESULT_TEXT_MAX);
  return {
    ...{ jobId, ordinal, outcome },
    path: cut(path),
    message: message === undefined ? null : cut(message),
  };
}

/** Returns why a run must end, or null. Locks the job until the transaction ends. */
async function reasonToEnd(
  transaction: PrismaTransaction,
  { id, run }: Job,
): Promise<JobSuperseded | JobCancelled | null> {
  const [row] = await transaction.$queryRaw<{ isCancelled: boolean }[]>(sql`
    SELECT cancel_asked_at IS NOT NULL AS "isCancelled" FROM jobs
    WHERE id = ${id} AND run = ${run} AND state = 'running' FOR NO KEY UPDATE`);
  if (!row) return new JobSuperseded();
  return row.isCancelled ? new JobCancelled() : null;
}

/**
 * Sends the heartbeat of a run, and checks whether it must end.
 *
 * @param progress current position, if it changed
 */
export async function sendHeartbeat(
  db: Database,
  { id, run }: Job,
  control: AbortController,
  progress?: { step: string; stepsDone: number; progress: number },
): Promise<void> {
  const changes = progress
    ? sql`, step = ${progress.step}, steps_done = GREATEST(steps_done, ${progress.stepsDone}::int),
        progress = GREATEST(progress, ${progress.progress}::float8)`
    : sql``;
  const [row] = await db.query(sql`
    UPDATE jobs SET heartbeat_at = GREATEST(heartbeat_at, now()) ${changes}
    WHERE id = ${id} AND run = ${run} AND state = 'running'
    RETURNING cancel_asked_at IS NOT NULL`);
  if (!row) control.abort(new JobSuperseded());
  else if (row[0] === true) control.abort(new JobCancelled());
}
