import { describe, expect, it } from 'vitest';
import { newId } from '../../../src/lib/id.ts';
import { useCast, useOrganization, useWorld } from '../../support/use-world.ts';

const world = useWorld();
const organization = useOrganization(world);
const cast = useCast(world, organization);

const FAILED = {
  ...{ state: 'failed', endedAt: new Date(), step: 'fetch', errorStep: 'fetch' },
  ...{ errorCode: 'TIMEOUT', errorMessage: 'It took too long.', errorRemedy: 'Wait.' },
};

async function addJob(data: object = {}, spaceId: string | null = null): Promise<string> {
  const id = newId('Job');
  await world.db.prisma.job.create({
    data: { id, kind: 'test', organizationId: organization.id, spaceId, stepsTotal: 4, ...data },
  });
  return id;
}

describe('Job', () => {
  it('is a node with its state, its error and its results', async () => {
    const { id: spaceId } = await world.space(organization.id, { title: 'Guides' });
    const id = await addJob({ ...FAILED, stepsDone: 1, progress: 0.25 }, spaceId);
    await world.db.prisma.jobResult.createMany({
      data: [3, 1, 2].map((ordinal) => ({
        ...{ jobId: id, ordinal, path: `${ordinal}.md`, outcome: 'skipped' },
        message: ordinal === 2 ? 'It is empty.' : null,
      })),
    });
    const query = `query ($id: ID!, $after: String) {
      node(id: $id) { ... on Job {
        kind state step stepsDone stepsTotal progress space { title } organization { id }
        error { code message step remedy }
        results(first: 2, after: $after) {
          totalCount nodes { path outcome message } pageInfo { endCursor hasNextPage }
        }
      } }
    }`;
    const { node } = await cast.edit.query(query, { id });
    expect(node).toMatchObject({
      ...{ kind: 'test', state: 'FAILED', step: 'fetch', stepsDone: 1, stepsTotal: 4 },
      progress: 0.25,
      space: { title: 'Guides' },
      organization: { id: organization.id },
      error: {
        ...{ code: 'TIMEOUT', message: 'It took too long.', step: 'fetch', remedy: 'Wait.' },
      },
      results: { totalCount: 3, nodes: [{ path: '1.md' }, { path: '2.md' }] },
    });
    const after = node.results.pageInfo.endCursor as string;
    const { node: next } = await cast.edit.query(query, { id, after });
    expect(next.results).toMatchObject({
      nodes: [{ path: '3.md', outcome: 'skipped', message: null }],
      pageInfo: { hasNextPage: false },
    });
    expect((await cast.read.query(query, { id })).node).toBeNull();
  });

  it('is in the list of its space and of its organization, newest first', async () => {
    const { id: spaceId } = await world.space(organization.id);
    const jobs = [
      await addJob({ createdAt: new Date('2026-01-01') }, spaceId),
      await addJob({ ...FAILED, createdAt: new Date('2026-01-02') }, spaceId),
    ];
    const ofOrganization = await addJob({ kind: 'other', createdAt: new Date('2026-01-03') });
    const query = `query ($space: ID!, $organization: ID!, $state: JobState, $kind: String) {
      space(id: $space) { jobs(state: $state) { nodes { id } totalCount } }
      organization(id: $organization) { jobs(first: 100, kind: $kind) { nodes { id } } }
    }`;
    const variables = { space: spaceId, organization: organization.id };
    const all = await cast.create.query(query, variables);
    const idsOf = (list: { nodes: { id: string }[] }) => list.nodes.map(({ id }) => id);
    expect(idsOf(all.space.jobs)).toEqual(jobs.toReversed());
    expect(idsOf(all.organization.jobs)).toEqual(expect.arrayContaining([...jobs, ofOrganization]));
    const filtered = await cast.create.query(query, {
      ...variables,
      ...{ state: 'FAILED', kind: 'other' },
    });
    expect(filtered.space.jobs).toEqual({ nodes: [{ id: jobs[1] }], totalCount: 1 });
    expect(idsOf(filtered.organization.jobs)).toEqual([ofOrganization]);
    const seen = await cast.review.query(query, variables);
    expect(idsOf(seen.organization.jobs)).not.toContain(ofOrganization);
    expect(idsOf((await cast.comment.query(query, variables)).space.jobs)).toEqual([]);
  });

  it('goes with its space to another organization', async () => {
    const other = await world.organization();
    await world.db.prisma.member.create({
      data: { organizationId: other.id, userId: cast.admin.userId, role: 'admin' },
    });
    const { id: spaceId } = await world.space(organization.id);
    const id = await addJob({}, spaceId);
    const { status } = await cast.admin.post(`/v1/spaces/${spaceId}/transfer`, {
      organization: other.id,
    });
    expect(status).toBe(200);
    const { organizationId } = await world.db.prisma.job.findUniqueOrThrow({ where: { id } });
    expect(organizationId).toBe(other.id);
  });
});
