import type { z } from 'zod';
import type { Database, PrismaTransaction } from '../database/database.ts';
import { sql } from '../database/database.ts';
import type { Prisma } from '../database/generated/prisma/client.ts';
import { newId } from '../lib/id.ts';
import type { JobDefinition } from './job-definition.ts';
import { encryptJobSecret } from './job-secret.ts';
import { taskOf } from './task-name.ts';

export interface NewJob<Input> {
  organizationId: string;
  /**
   * Space of the job; without it the job belongs to the organization. Those who may change either
   * can see the job.
   */
  spaceId?: string;
  /** Id of the job's subject, if it is neither the space nor the organization. */
  subjectId?: string;
  /** Id of the user who starts it; null for the system. */
  createdById: string | null;
  /** Small input, such as ids and options. Large data belongs in its own row. */
  input: Input;
  /** Secret, stored encrypted until the job ends. */
  secret?: string | undefined;
  /** Name of a queue, whose jobs run serially; by default those of one subject do. */
  queue?: string;
  now: Date;
}

/**
 * Maximum number of attempts by the queue. It exceeds that of any job, since jobs count their own.
 */
const QUEUE_ATTEMPTS_MAX = 100;

/**
 * Enqueues a job as part of a transaction. The job runs only after the transaction commits.
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
    const sealed = await encryptJobSecret(db, job.secret);
    await transaction.jobSecret.create({ data: { jobId: id, sealed } });
  }
  const queue = job.queue ?? subjectId ?? spaceId ?? organizationId;
  await transaction.$queryRaw(sql`
    SELECT FROM graphile_worker.add_job(${taskOf(definition.kind)},
      json_build_object('id', ${id}::text), queue_name := ${queue}, job_key := ${id},
      max_attempts := ${QUEUE_ATTEMPTS_MAX}::int)`);
  return id;
}
