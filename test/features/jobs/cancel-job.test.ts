import { describe, expect, it } from 'vitest';
import { newId } from '../../../src/lib/id.ts';
import { useCast, useOrganization, useWorld } from '../../support/use-world.ts';

const world = useWorld();
const organization = useOrganization(world);
const cast = useCast(world, organization);

const cancel = `mutation ($jobId: ID!) {
  cancelJob(input: { jobId: $jobId }) { job { state endedAt cancelAskedAt } }
}`;

async function job(data: { state?: string; endedAt?: Date; organization?: boolean } = {}) {
  const { id: spaceId } = await world.space(organization.id);
  const { organization: ofOrganization = false, ...row } = data;
  const id = newId('Job');
  await world.db.prisma.job.create({
    data: {
      ...{ id, kind: 'test', organizationId: organization.id, stepsTotal: 1, ...row },
      spaceId: ofOrganization ? null : spaceId,
    },
  });
  return id;
}

describe('cancelJob', () => {
  it('ends a job that waits at once', async () => {
    const data = await cast.edit.query(cancel, { jobId: await job() });
    expect(data.cancelJob.job).toMatchObject({ state: 'CANCELLED', cancelAskedAt: null });
    expect(data.cancelJob.job.endedAt).not.toBeNull();
  });

  it('asks a running job to end', async () => {
    const data = await cast.edit.query(cancel, { jobId: await job({ state: 'running' }) });
    expect(data.cancelJob.job).toMatchObject({ state: 'RUNNING', endedAt: null });
    expect(data.cancelJob.job.cancelAskedAt).not.toBeNull();
  });

  it('refuses a job that has ended', async () => {
    const jobId = await job({ state: 'done', endedAt: new Date() });
    expect(await cast.edit.errorCode(cancel, { jobId })).toBe('CONFLICT');
  });

  it('finds no job for those who may not change what it is of', async () => {
    const [ofSpace, ofOrganization] = [await job(), await job({ organization: true })];
    for (const viewer of [cast.comment, cast.read, cast.guest, cast.disabled, cast.stranger]) {
      expect(await viewer.errorCode(cancel, { jobId: ofSpace })).toBe('NOT_FOUND');
    }
    expect(await cast.review.errorCode(cancel, { jobId: ofOrganization })).toBe('NOT_FOUND');
    expect(await cast.create.errorCode(cancel, { jobId: ofOrganization })).toBeUndefined();
    expect(await world.anonymous().errorCode(cancel, { jobId: ofSpace })).toBe('UNAUTHENTICATED');
  });
});
