import { z } from 'zod';
import type { JobDefinition, RunningJob } from '../../src/jobs/job-definition.ts';
import { enqueueJob, type NewJob } from '../../src/jobs/enqueue-job.ts';
import { runTransaction } from '../../src/database/run-transaction.ts';
import { PATIENCE_MS } from '../support/eventually.ts';
import type { World } from '../support/world.ts';

export const countTo = z.object({ to: z.number().default(1) });

type Definition = JobDefinition<typeof countTo>;

let kinds = 0;

/** A kind of jobs of one test. */
export function kindOf(
  run: (job: RunningJob<{ to: number }>, context: Parameters<Definition['run']>[1]) => unknown,
  options: Partial<Omit<Definition, 'run'>> = {},
): Definition {
  kinds += 1;
  return {
    kind: `test-${kinds}`,
    input: countTo,
    steps: ['first', 'second', 'third'],
    attempts: 3,
    timeoutMs: PATIENCE_MS,
    ...options,
    run: async (job, context) => (await run(job, context)) as string | undefined,
  };
}

/** Starts a job of an organization, and answers its id. */
export function start(
  { db }: World,
  definition: Definition,
  organizationId: string,
  options: Partial<NewJob<{ to?: number }>> = {},
): Promise<string> {
  return runTransaction(db, (transaction) =>
    enqueueJob({ db }, transaction, definition, {
      ...{ organizationId, createdById: null, input: {}, now: new Date() },
      ...options,
    }),
  );
}

/** The row of a job. */
export function rowOf({ db }: World, id: string) {
  return db.prisma.job.findUniqueOrThrow({ where: { id } });
}
