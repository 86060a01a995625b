import type { z } from 'zod';
import type { Database, PrismaTransaction } from '../database/database.ts';
import { sql } from '../database/database.ts';
import type { Prisma } from '../database/generated/prisma/client.ts';
import { newId } from '../lib/id.ts';
import type { JobDefinition } from './job-definition.ts';
import { sealJobSecret } from './job-secret.ts';
import { taskOf } from './task-name.ts';

export interface NewJob<Input> {
  organizationId: string;
  /** The space that it is of; else it is of the organization. Who may change that sees the job. */
  spaceId?: string;
  /** Id of what it is about, where that is neither space nor organization. */
  subjectId?: string;
  /** Who starts it; null when docgraph does. */
  createdById: string | null;
  /** Small: ids and options. What is large has a row of its own. */
  input: Input;
  /** What is encrypted, until the job ends. */
  secret?: string | undefined;
  /** Jobs of one queue run one after the other; else those of one subject do. */
  queue?: string;
  now: Date;
}

/** How often the queue tries a job: more than any job does, which counts by itself. */
const QUEUE_ATTEMPTS_MAX = 100;

/**
 * Starts a job in the transaction that needs it: it runs when that is done, and only then.
 *
 * @returns its id
 */
export async function enqueueJob<Schema extends z.ZodType>(
  { db }: { db: Database },
  transaction: PrismaTransaction,
  definition: JobDefinition<Schema>,
  job: NewJob<z.input<Schema>>,
): Promise<string> {
  const id = newId('Job');
  const { organizationId, spaceId = null, subjectId = null, createdById, now } = job;
  await transaction.job.create({
    data: {
      ...{ id, organizationId, spaceId, subjectId, createdById },
      kind: definition.kind,
      stepsTotal: definition.steps.length,
      input: definition.input.parse(job.input) as Prisma.InputJsonValue,
      createdAt: now,
    },
  });
  if (job.secret !== undefined) {
    const sealed = await sealJobSecret(db, job.secret);
    await transaction.jobSecret.create({ data: { jobId: id, sealed } });
  }
  const queue = job.queue ?? subjectId ?? spaceId ?? organizationId;
  await transaction.$queryRaw(sql`
    SELECT FROM graphile_worker.add_job(${taskOf(definition.kind)},
      json_build_object('id', ${id}::text), queue_name := ${queue}, job_key := ${id},
      max_attempts := ${QUEUE_ATTEMPTS_MAX}::int)`);
  return id;
}
