import { beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../support/client.ts';
import { useWorld } from '../../support/use-world.ts';
import { createReviewStage, retitle, type ReviewStage } from '../reviews/review-stage.ts';

const world = useWorld();
let organizationId: string;
let creator: Client;
let helper: Client;
let reviewer: Client;
let stage: ReviewStage;

beforeAll(async () => {
  ({ id: organizationId } = await world.organization());
  creator = await world.member(organizationId, 'edit', { displayName: 'Creator' });
  helper = await world.member(organizationId, 'edit', { displayName: 'Helper' });
  reviewer = await world.member(organizationId, 'review');
  stage = await createReviewStage(world, organizationId, creator);
  await retitle(helper, stage.path, stage.pageId, 'One');
  await retitle(helper, stage.path, stage.pageId, 'Two');
  // What changes nothing is no contribution, and neither is what else can be done.
  await retitle(creator, stage.path, stage.pageId, 'Two');
  await reviewer.post(`${stage.path}/comments`, { body: { markdown: 'Well.' } });
  await reviewer.post(`${stage.path}/reviews`, { status: 'approved' });
  await reviewer.post(`${stage.path}/update`);
});

describe('the contributors of a change request', () => {
  it('are who created and who edited it, with how often and when they did', async () => {
    const reader = await world.member(organizationId, 'read');
    const { status, body } = await reader.get(`${stage.path}/contributors`);
    expect(status).toBe(200);
    expect(body).toEqual({
      count: 2,
      items: [
        {
          user: expect.objectContaining({ id: helper.userId }),
          count: 2,
          updatedAt: expect.any(String),
        },
        {
          user: expect.objectContaining({ id: creator.userId }),
          count: 0,
          updatedAt: expect.any(String),
        },
      ],
    });
    const data = await reader.query(
      `query ($id: ID!) { changeRequest(id: $id) { contributors(first: 1) {
        totalCount pageInfo { hasNextPage } edges { node { editCount user { displayName } } } } } }`,
      { id: stage.changeRequestId },
    );
    expect(data.changeRequest.contributors).toEqual({
      totalCount: 2,
      pageInfo: { hasNextPage: true },
      edges: [{ node: { editCount: 2, user: { displayName: 'Helper' } } }],
    });
  });

  it('are the people by whom change requests are found, and nobody else', async () => {
    const found = async ({ userId }: Client) => {
      const list = `${stage.space}/change-requests?status=draft&contributor=${userId}`;
      const { body } = await creator.get(list);
      return body.items.map(({ id }: { id: string }) => id);
    };
    expect(await found(creator)).toEqual([stage.changeRequestId]);
    expect(await found(helper)).toEqual([stage.changeRequestId]);
    expect(await found(reviewer)).toEqual([]);
  });

  it('do not exist for those who do not see the change request', async () => {
    const stranger = await world.user();
    expect((await stranger.get(`${stage.path}/contributors`)).status).toBe(404);
  });

  it('stay readable when they left, and when their account is gone', async () => {
    await world.db.prisma.member.deleteMany({ where: { userId: helper.userId } });
    const names = async () => {
      const { body } = await creator.get(`${stage.path}/contributors`);
      return body.items.map(({ user }: { user?: { displayName: string } }) => user?.displayName);
    };
    expect(await names()).toEqual(['Helper', 'Creator']);
    await world.db.prisma.user.delete({ where: { id: helper.userId } });
    expect(await names()).toEqual([undefined, 'Creator']);
  });
});
