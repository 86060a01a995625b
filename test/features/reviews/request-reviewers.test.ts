import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { allowedFrom, graphOutcomes, restOutcomes, type Cast } from '../../support/cast.ts';
import type { Client } from '../../support/client.ts';
import { useWorld } from '../../support/use-world.ts';
import { createReviewStage, type ReviewStage } from './review-stage.ts';

const world = useWorld();
let organizationId: string;
let cast: Cast;
let editor: Client;
let reviewer: Client;
let stage: ReviewStage;
let path: string;

beforeAll(async () => {
  ({ id: organizationId } = await world.organization());
  cast = await world.cast(organizationId);
  editor = await world.member(organizationId, 'edit');
});

beforeEach(async () => {
  reviewer = await world.member(organizationId, 'review', { displayName: 'Reviewer' });
  stage = await createReviewStage(world, organizationId, editor);
  path = `${stage.path}/requested-reviewers`;
});

const request = (...clients: Client[]) =>
  editor.post(path, { users: clients.map(({ userId }) => userId) });

const requestReviewers = /* GraphQL */ `
  mutation ($input: RequestReviewersInput!) {
    requestReviewers(input: $input) {
      requests {
        users {
          userId
        }
      }
    }
  }
`;

const removeRequestedReviewer = /* GraphQL */ `
  mutation ($input: RemoveRequestedReviewerInput!) {
    removeRequestedReviewer(input: $input) {
      removedUserId
    }
  }
`;

async function shown() {
  const { changeRequest } = await editor.query(
    `query ($id: ID!) { changeRequest(id: $id) {
      status reviewDecision mergeability { mergeable warnings reasons } } }`,
    { id: stage.changeRequestId },
  );
  return changeRequest;
}

describe('asking for reviews', () => {
  it('answers the requests, of the revision that is current, and lists them', async () => {
    const { body: changeRequest } = await editor.get(stage.path);
    const answer = await request(reviewer);
    expect(answer.status).toBe(200);
    const [asked] = answer.body.users;
    expect(asked).toEqual({
      object: 'change-request-requested-reviewer',
      kind: 'user',
      revision: changeRequest.revision,
      user: expect.objectContaining({ id: reviewer.userId, displayName: 'Reviewer' }),
      requestedBy: expect.objectContaining({ id: editor.userId }),
      createdAt: expect.any(String),
    });
    const { body } = await cast.read.get(path);
    expect(body).toEqual({ count: 1, items: [asked] });
  });

  it('opens a draft, and sets the subject that is given', async () => {
    await editor.post(path, { users: [reviewer.userId], subject: 'Ready' });
    const { body } = await editor.get(stage.path);
    expect(body).toMatchObject({ status: 'open', subject: 'Ready' });
    await request(cast.admin);
    expect((await editor.get(stage.path)).body).toMatchObject({ status: 'open', subject: 'Ready' });
    expect(await shown()).toMatchObject({
      reviewDecision: 'REVIEW_REQUESTED',
      mergeability: { warnings: ['REVIEW_REQUESTED'] },
    });
  });

  it('of somebody twice leaves the first request, however it is done', async () => {
    await request(reviewer, reviewer);
    const { body: first } = await editor.get(path);
    await cast.admin.post(path, { users: [reviewer.userId, cast.review.userId] });
    const { body } = await editor.get(path);
    expect(body.items.map(({ user }: { user: { id: string } }) => user.id)).toEqual([
      reviewer.userId,
      cast.review.userId,
    ]);
    expect(body.items[0]).toEqual(first.items[0]);
  });

  it('is done with a review, which says who asked for it', async () => {
    await request(reviewer, cast.review);
    const { body } = await reviewer.post(`${stage.path}/reviews`, { status: 'approved' });
    expect(body.requestedBy.id).toBe(editor.userId);
    const left = await editor.get(path);
    expect(left.body).toMatchObject({ count: 1, items: [{ user: { id: cast.review.userId } }] });
    expect((await shown()).reviewDecision).toBe('REVIEW_REQUESTED');
    const again = await request(reviewer);
    expect(again.body.users).toHaveLength(1);
  });

  it('asks nobody who may not review it, and names them', async () => {
    const { body: before } = await editor.get(path);
    for (const [name, client] of Object.entries(cast)) {
      const mayReview = ['review', 'create', 'admin'].includes(name);
      const { status, body } = await request(client);
      expect({ name, status }).toEqual({ name, status: mayReview ? 200 : 400 });
      if (!mayReview) {
        expect(body.error.message).toBe(
          `"users.0" must be somebody with the level "review" on the space; "${client.userId}" is not.`,
        );
      }
      await editor.delete(`${path}/${client.userId}`);
    }
    const some = await request(reviewer, cast.comment);
    expect(some.body.error.message).toContain('"users.1" must be somebody');
    const unknown = await editor.post(path, { users: ['usr_none'] });
    expect(unknown.body.error.message).toContain('"usr_none" is not.');
    expect((await editor.get(path)).body).toEqual(before);
  });

  it('does not ask whoever created it', async () => {
    const { body: own } = await reviewer.post(`${stage.space}/change-requests`, {});
    const { status, body } = await editor.post(
      `${stage.space}/change-requests/${own.id}/requested-reviewers`,
      { users: [reviewer.userId] },
    );
    expect(status).toBe(400);
    expect(body.error.message).toBe(
      '"users.0" created the change request, so others must review it.',
    );
  });

  it('is for the level edit and above, the same on both surfaces', async () => {
    const users = [reviewer.userId];
    expect(await restOutcomes(cast, (client) => client.post(path, { users }))).toEqual(
      allowedFrom('edit'),
    );
    const { spaceId, changeRequestId } = stage;
    const input = { spaceId, changeRequestId, users };
    expect(
      await graphOutcomes(cast, (client) => client.errorCode(requestReviewers, { input })),
    ).toEqual(allowedFrom('edit'));
  });

  it.each(['merged', 'archived'])('is refused for one that is %s', async (state) => {
    if (state === 'merged') await reviewer.post(`${stage.path}/merge`);
    else await editor.patch(stage.path, { status: state });
    const { status, body } = await request(reviewer);
    expect(status).toBe(409);
    expect(body.error.message).toContain(`is ${state}`);
  });

  it.each([
    [{ users: [] }, '"users"'],
    [{ users: Array.from({ length: 101 }, () => 'x') }, '"users"'],
    [{ users: 'x' }, '"users"'],
    [{ users: ['\0'] }, 'U+0000'],
    [{ users: ['x'], subject: 'x'.repeat(101) }, '"subject"'],
    [{ users: ['x'], subject: null }, '"subject"'],
  ])('refuses the body %#, and names what is wrong', async (body, name) => {
    const answer = await editor.post(path, body);
    expect(answer.status).toBe(400);
    expect(answer.body.error.message).toContain(name);
  });
});

describe('taking back a request for a review', () => {
  it('succeeds on both surfaces, also when nobody was asked', async () => {
    await request(reviewer, cast.review);
    expect((await editor.delete(`${path}/${reviewer.userId}`)).status).toBe(204);
    expect((await editor.get(path)).body.count).toBe(1);
    const { spaceId, changeRequestId } = stage;
    const input = { spaceId, changeRequestId, userId: cast.review.userId };
    for (const _ of [1, 2]) {
      const data = await editor.query(removeRequestedReviewer, { input });
      expect(data.removeRequestedReviewer).toEqual({ removedUserId: cast.review.userId });
    }
    expect((await editor.delete(`${path}/${reviewer.userId}`)).status).toBe(204);
    expect((await editor.get(path)).body.count).toBe(0);
  });

  it('is for the level edit and above; for those who see no space there is nothing', async () => {
    const outcomes = await restOutcomes(cast, (client) => client.delete(`${path}/usr_none`));
    const nothing = { guest: 'ok', disabled: 'ok', stranger: 'ok' };
    expect(outcomes).toEqual({ ...allowedFrom('edit'), ...nothing });
    await request(reviewer);
    await cast.stranger.delete(`${path}/${reviewer.userId}`);
    expect((await editor.get(path)).body.count).toBe(1);
  });
});

describe('a request for a review', () => {
  it('stays readable when who was asked and who asked are gone, and counts no more', async () => {
    const asker = await world.member(organizationId, 'edit', { displayName: 'Asker' });
    await asker.post(path, { users: [reviewer.userId] });
    const gone = { in: [asker.userId, reviewer.userId] };
    await world.db.prisma.member.deleteMany({ where: { userId: gone } });
    const { body } = await cast.read.get(path);
    expect(body.items).toMatchObject([
      { user: { displayName: 'Reviewer' }, requestedBy: { displayName: 'Asker' } },
    ]);
    expect((await shown()).reviewDecision).toBeNull();
    await world.db.prisma.user.deleteMany({ where: { id: gone } });
    const after = await cast.read.get(path);
    expect(after.body).toMatchObject({ count: 1, items: [{ kind: 'user' }] });
    expect(after.body.items[0]).not.toHaveProperty('user');
  });
});
