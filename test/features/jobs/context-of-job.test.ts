import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { runTransaction } from '../../../src/database/run-transaction.ts';
import { contextOfJob } from '../../../src/features/jobs/context-of-job.ts';
import { findSpace } from '../../../src/features/spaces/space-access.ts';
import { enqueueJob } from '../../../src/jobs/enqueue-job.ts';
import { defineJob } from '../../../src/jobs/job-definition.ts';
import { PATIENCE_MS } from '../../support/eventually.ts';
import { runJobs } from '../../support/run-jobs.ts';
import { useOrganization, useWorld } from '../../support/use-world.ts';

const world = useWorld();
const organization = useOrganization(world);

/** Renames a space, as whoever started it. */
const rename = defineJob({
  kind: 'test-rename',
  input: z.object({ spaceId: z.string(), title: z.string() }),
  steps: ['write'],
  attempts: 1,
  timeoutMs: PATIENCE_MS,
  async run(job, jobContext) {
    const { spaceId: id, title } = job.input;
    const context = await contextOfJob(job, jobContext);
    await findSpace(context, id, 'edit');
    await beforeWrite();
    await context.write((transaction) =>
      transaction.space.update({ where: { id }, data: { title } }),
    );
    return undefined;
  },
});

let beforeWrite = async () => {};

afterEach(() => {
  beforeWrite = async () => {};
});

async function renameAs(createdById: string | null) {
  const { id: spaceId } = await world.space(organization.id, { title: 'Before' });
  const id = await runTransaction(world.db, (transaction) =>
    enqueueJob(world, transaction, rename, {
      ...{ organizationId: organization.id, spaceId, createdById, now: new Date() },
      input: { spaceId, title: 'After' },
    }),
  );
  return { id, spaceId };
}

const jobOf = (id: string) => world.db.prisma.job.findUnique({ where: { id } });

async function titleOf(id: string): Promise<string> {
  return (await world.db.prisma.space.findUniqueOrThrow({ where: { id } })).title;
}

describe('a job with the rights of whoever started it', () => {
  it('may do what they may', async () => {
    const { id, spaceId } = await renameAs(organization.admin.userId);
    await runJobs(world);
    expect(await jobOf(id)).toMatchObject({ state: 'done' });
    expect(await titleOf(spaceId)).toBe('After');
  });

  it('fails when they may not, or not any more', async () => {
    const member = await world.member(organization.id, 'edit');
    const { id } = await renameAs(member.userId);
    await world.db.prisma.member.updateMany({
      where: { userId: member.userId },
      data: { role: 'read' },
    });
    await runJobs(world);
    expect(await jobOf(id)).toMatchObject({ state: 'failed', errorCode: 'FORBIDDEN' });
  });

  it('fails when nobody started it, and when the account is gone', async () => {
    for (const userId of [null, 'usr_gone']) {
      const { id } = await renameAs(userId);
      await runJobs(world);
      expect(await jobOf(id)).toMatchObject({ state: 'failed', errorCode: 'ACCOUNT_GONE' });
    }
  });

  it('writes nothing once the job is gone', async () => {
    const { id, spaceId } = await renameAs(organization.admin.userId);
    beforeWrite = async () => {
      await world.db.prisma.job.delete({ where: { id } });
    };
    await runJobs(world);
    expect(await jobOf(id)).toBeNull();
    expect(await titleOf(spaceId)).toBe('Before');
  });
});
