import { describe, expect, it } from 'vitest';
import { writePages } from '../../support/content.ts';
import { runJobs } from '../../support/run-jobs.ts';
import { useOrganization, useWorld } from '../../support/use-world.ts';
import { createTranslation, pagesOf } from './support.ts';

const world = useWorld();
const organization = useOrganization(world);

/** A translation whose worker was killed in a step, in the attempt with that number. */
async function killed(step: string, attempts: number) {
  const { id: spaceId } = await world.space(organization.id);
  await writePages(world, spaceId, [{ title: 'Page', markdown: 'Text.\n' }]);
  const { id } = await createTranslation(organization.admin, organization.id, spaceId);
  const { jobId } = await world.db.prisma.translation.findUniqueOrThrow({ where: { id } });
  await world.db.prisma.job.update({
    where: { id: jobId ?? '' },
    data: { state: 'running', step, attempts, run: attempts, startedAt: new Date() },
  });
  await world.db.prisma.translation.update({
    where: { id },
    data: { status: 'running', runStartedAt: new Date() },
  });
  const url = `/v1/orgs/${organization.id}/translations/${id}`;
  const finish = async () => {
    await runJobs(world);
    return (await organization.admin.get(url)).body;
  };
  return { url, finish };
}

describe.each(['read', 'translate', 'write'])('a worker that was killed in "%s"', (step) => {
  it('leaves a run that the next one does', async () => {
    const { finish } = await killed(step, 1);
    const done = await finish();
    expect(done).toMatchObject({
      ...{ status: 'completed', stats: { runs: 1, latestPages: 1, latestWords: 2 } },
    });
    expect(await pagesOf(organization.admin, done.result.space)).toEqual({ PAGE: 'TEXT.\n' });
  });

  it('leaves a run that fails when it happens each time, and the next run works', async () => {
    const { url, finish } = await killed(step, 3);
    expect(await finish()).toMatchObject({
      ...{ status: 'pending', problem: { code: 'WORKER_LOST', step } },
    });
    expect((await organization.admin.post(`${url}/run`)).status).toBe(204);
    const done = await finish();
    expect(done).toMatchObject({ status: 'completed', stats: { runs: 2 } });
    expect(done.problem).toBeUndefined();
  });
});

describe('a run whose end was not told', () => {
  it('translates nothing twice, and counts nothing twice', async () => {
    const { url, finish } = await killed('read', 1);
    const first = await finish();
    const id = url.split('/').at(-1) ?? '';
    const { jobId } = await world.db.prisma.translation.findUniqueOrThrow({ where: { id } });
    // The worker died after it wrote the result, and before it ended the job.
    await world.db.prisma.job.update({
      where: { id: jobId ?? '' },
      data: { state: 'running', endedAt: null, attempts: 1, step: 'write' },
    });
    await world.db.prisma.translation.update({
      where: { id },
      data: { status: 'running', underWay: true, runs: 0 },
    });
    const second = await finish();
    expect(second.result).toEqual(first.result);
    const { latestPages, latestWords, totalWords, totalPages, runs } = first.stats;
    const counts = { latestPages, latestWords, totalWords, totalPages, runs };
    expect(second.stats).toMatchObject(counts);
  });
});
