import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { allowedFrom, graphOutcomes, restOutcomes, type Cast } from '../../support/cast.ts';
import type { Client } from '../../support/client.ts';
import { useWorld } from '../../support/use-world.ts';
import { createReviewStage, retitle, type ReviewStage } from './review-stage.ts';

const world = useWorld();
let organizationId: string;
let cast: Cast;
let editor: Client;
let reviewer: Client;
let stage: ReviewStage;

beforeAll(async () => {
  ({ id: organizationId } = await world.organization());
  cast = await world.cast(organizationId);
  ({ review: reviewer } = cast);
  editor = await world.member(organizationId, 'edit');
});

beforeEach(async () => {
  stage = await createReviewStage(world, organizationId, editor);
});

const submitReview = /* GraphQL */ `
  mutation ($input: SubmitReviewInput!) {
    submitReview(input: $input) {
      review {
        id
      }
    }
  }
`;

const changeRequestQuery = /* GraphQL */ `
  query ($id: ID!) {
    changeRequest(id: $id) {
      reviewDecision
      reviews {
        nodes {
          status
          outdated
        }
      }
      latestReviews {
        nodes {
          status
          reviewer {
            id
          }
        }
      }
      mergeability {
        mergeable
        warnings
      }
    }
  }
`;

async function shown(client = reviewer) {
  const data = await client.query(changeRequestQuery, { id: stage.changeRequestId });
  return data.changeRequest;
}

async function review(client: Client, status: string, more: object = {}): Promise<string> {
  const answer = await client.post(`${stage.path}/reviews`, { status, ...more });
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
  return answer.body.id;
}

describe('submitting a review', () => {
  it('answers 201 with the review, of the revision that is current, and where it is', async () => {
    const { body: changeRequest } = await reviewer.get(stage.path);
    const answer = await reviewer.post(`${stage.path}/reviews`, {
      status: 'changes-requested',
      comment: { markdown: 'Say more.' },
    });
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({
      object: 'change-request-review',
      revision: changeRequest.revision,
      reviewer: { object: 'user', id: reviewer.userId },
      status: 'changes-requested',
      comment: {
        object: 'comment',
        body: { markdown: 'Say more.' },
        target: { review: answer.body.id, changeRequest: stage.changeRequestId },
      },
      createdAt: answer.body.updatedAt,
    });
    expect(answer.body).not.toHaveProperty('requestedBy');
    const { pathname } = new URL(answer.headers['location'] ?? '');
    expect((await cast.read.get(pathname)).body).toEqual({
      ...answer.body,
      comment: { ...answer.body.comment, permissions: expect.anything() },
    });
    const { body: list } = await cast.read.get(`${stage.path}/reviews?format=document`);
    expect(list).toMatchObject({ count: 1, items: [{ id: answer.body.id }] });
    expect(list.items[0].comment.body).toHaveProperty('document');
  });

  it('takes its comment as a document, on both surfaces', async () => {
    const leaves = [{ object: 'leaf', text: 'Say *more*.', marks: [] }];
    const nodes = [{ object: 'block', type: 'paragraph', nodes: [{ object: 'text', leaves }] }];
    const comment = { document: { object: 'document', nodes } };
    const answer = await reviewer.post(`${stage.path}/reviews`, { status: 'approved', comment });
    expect(answer.body.comment.body).toEqual({ markdown: 'Say \\*more\\*.\n' });
    const { spaceId, changeRequestId } = stage;
    const input = { spaceId, changeRequestId, status: 'APPROVED', comment };
    const { submitReview: submitted } = await reviewer.query(submitReview, { input });
    const { body } = await reviewer.get(`${stage.path}/reviews/${submitted.review.id}`);
    expect(body.comment.body).toEqual({ markdown: 'Say \\*more\\*.\n' });
    const wrong = { comment: { document: { ...comment.document, nodes: [{ object: 'block' }] } } };
    const refused = await reviewer.post(`${stage.path}/reviews`, { status: 'approved', ...wrong });
    expect(refused.status).toBe(400);
    expect(refused.body.error.message).toContain('"comment.document.nodes.0.type" must be one of');
    const { body: comments } = await cast.read.get(`${stage.path}/comments`);
    expect(comments.count).toBe(2);
  });

  it('is a node in the graph, which leads to its comment and back', async () => {
    const id = await review(reviewer, 'approved', { comment: { markdown: 'Fine.' } });
    const query = /* GraphQL */ `
      query ($id: ID!) {
        node(id: $id) {
          ... on ChangeRequestReview {
            changeRequest {
              id
            }
            comment {
              target {
                review {
                  id
                }
              }
            }
          }
        }
      }
    `;
    expect((await cast.read.query(query, { id })).node).toEqual({
      changeRequest: { id: stage.changeRequestId },
      comment: { target: { review: { id } } },
    });
    expect(await cast.stranger.query(query, { id })).toEqual({ node: null });
  });

  it('posts a comment on the change request only where there is something to say', async () => {
    await review(reviewer, 'approved', { comment: { markdown: 'Fine.' } });
    await review(reviewer, 'approved', { comment: {} });
    await review(reviewer, 'approved');
    const { body } = await cast.read.get(`${stage.path}/comments`);
    expect(body).toMatchObject({ count: 1, items: [{ postedBy: { id: reviewer.userId } }] });
    const { id } = body.items[0];
    expect((await reviewer.delete(`${stage.path}/comments/${id}`)).status).toBe(204);
    const reviews = await cast.read.get(`${stage.path}/reviews`);
    expect(reviews.body.count).toBe(3);
    expect(reviews.body.items.every((item: object) => !('comment' in item))).toBe(true);
  });

  it('is for the level review and above, the same on both surfaces', async () => {
    const attempt = (client: Client) =>
      client.post(`${stage.path}/reviews`, { status: 'approved' });
    expect(await restOutcomes(cast, attempt)).toEqual(allowedFrom('review'));
    const { spaceId, changeRequestId } = stage;
    const input = { spaceId, changeRequestId, status: 'APPROVED' };
    expect(
      await graphOutcomes(cast, (client) => client.errorCode(submitReview, { input })),
    ).toEqual(allowedFrom('review'));
  });

  it('is not for whoever created the change request', async () => {
    const { body: own } = await reviewer.post(`${stage.space}/change-requests`, {});
    const path = `${stage.space}/change-requests/${own.id}`;
    const { status, body } = await reviewer.post(`${path}/reviews`, { status: 'approved' });
    expect(status).toBe(403);
    expect(body.error.message).toBe('The creator of a change request cannot review it.');
    const query = `query ($id: ID!) { changeRequest(id: $id) { permissions { review merge } } }`;
    const { changeRequest } = await reviewer.query(query, { id: own.id });
    expect(changeRequest.permissions).toEqual({ review: false, merge: true });
  });

  it.each([
    ['merged', 'is merged already, so it cannot be reviewed.'],
    ['archived', 'is archived: open it again, so it can be reviewed.'],
  ])('is refused for one that is %s', async (state, message) => {
    if (state === 'merged') await reviewer.post(`${stage.path}/merge`);
    else await editor.patch(stage.path, { status: state });
    const { status, body } = await reviewer.post(`${stage.path}/reviews`, { status: 'approved' });
    expect(status).toBe(409);
    expect(body.error.message).toContain(message);
  });

  it('is refused when the content is not what the reviewer looked at', async () => {
    const { body } = await reviewer.get(stage.path);
    await retitle(editor, stage.path, stage.pageId, 'Manual');
    const expectedRevision = body.revision as string;
    const { spaceId, changeRequestId } = stage;
    const input = { spaceId, changeRequestId, status: 'APPROVED', expectedRevision };
    expect(await reviewer.errorCode(submitReview, { input })).toBe('STALE_REVISION');
    const headers = { 'if-match': `"${expectedRevision}"` };
    const answer = await reviewer.post(`${stage.path}/reviews`, { status: 'approved' }, headers);
    expect(answer.status).toBe(412);
  });

  it.each([
    [{}, '"status"'],
    [{ status: 'rejected' }, '"status"'],
    [{ status: 'approved', comment: null }, '"comment"'],
    [{ status: 'approved', comment: { markdown: 'x'.repeat(100_001) } }, '"comment.markdown"'],
  ])('refuses the body %#, and names what is wrong', async (body, name) => {
    const answer = await reviewer.post(`${stage.path}/reviews`, body);
    expect(answer.status).toBe(400);
    expect(answer.body.error.message).toContain(name);
  });
});

describe('the reviews of a change request', () => {
  it('count by the latest of each reviewer', async () => {
    expect(await shown()).toMatchObject({ reviewDecision: null, mergeability: { warnings: [] } });
    await review(reviewer, 'changes-requested');
    await review(cast.admin, 'approved');
    expect(await shown()).toMatchObject({
      reviewDecision: 'CHANGES_REQUESTED',
      mergeability: { mergeable: true, warnings: ['CHANGES_REQUESTED'] },
    });
    await review(reviewer, 'approved');
    expect(await shown()).toMatchObject({
      reviewDecision: 'APPROVED',
      reviews: {
        nodes: ['APPROVED', 'APPROVED', 'CHANGES_REQUESTED'].map((status) => ({ status })),
      },
      latestReviews: {
        nodes: [
          { status: 'APPROVED', reviewer: { id: reviewer.userId } },
          { status: 'APPROVED', reviewer: { id: cast.admin.userId } },
        ],
      },
      mergeability: { warnings: [] },
    });
  });

  it('are outdated once the content changes, which a merge is warned of', async () => {
    await review(reviewer, 'approved');
    await retitle(editor, stage.path, stage.pageId, 'Manual');
    expect(await shown()).toMatchObject({
      reviewDecision: 'APPROVED',
      reviews: { nodes: [{ outdated: true }] },
      mergeability: { mergeable: true, warnings: ['REVIEW_OUTDATED'] },
    });
    await review(reviewer, 'approved');
    expect(await shown()).toMatchObject({
      reviews: { nodes: [{ outdated: false }, { outdated: true }] },
      mergeability: { warnings: [] },
    });
  });

  it('do not keep a merge from going through', async () => {
    await review(reviewer, 'changes-requested');
    expect((await reviewer.post(`${stage.path}/merge`)).body.result).toBe('merge');
    expect((await shown()).mergeability.warnings).toEqual([]);
  });

  it('no longer count when their author may review no more, and stay readable', async () => {
    const leaver = await world.member(organizationId, 'review', { displayName: 'Leaver' });
    await review(leaver, 'changes-requested');
    expect((await shown()).reviewDecision).toBe('CHANGES_REQUESTED');
    await world.db.prisma.member.deleteMany({ where: { userId: leaver.userId } });
    expect((await shown()).reviewDecision).toBeNull();
    const { body } = await cast.read.get(`${stage.path}/reviews`);
    expect(body.items).toMatchObject([{ reviewer: { displayName: 'Leaver' } }]);
    await world.db.prisma.user.delete({ where: { id: leaver.userId } });
    const after = await cast.read.get(`${stage.path}/reviews`);
    expect(after.body).toMatchObject({ count: 1, items: [{ status: 'changes-requested' }] });
  });

  it('are those of the change request alone', async () => {
    const id = await review(reviewer, 'approved');
    const other = await createReviewStage(world, organizationId, editor);
    expect((await reviewer.get(`${other.path}/reviews/${id}`)).status).toBe(404);
    expect((await reviewer.get(`${other.path}/reviews`)).body.count).toBe(0);
  });

  it('take as many statements for many change requests as for one', async () => {
    const query = /* GraphQL */ `
      query ($id: ID!, $first: Int!) {
        space(id: $id) {
          changeRequests(first: $first, status: DRAFT) {
            nodes {
              reviewDecision
              permissions {
                review
              }
              contributors {
                nodes {
                  user {
                    id
                  }
                }
              }
              requestedReviewers {
                nodes {
                  user {
                    id
                  }
                }
              }
              reviews {
                totalCount
                nodes {
                  reviewer {
                    id
                  }
                  comment {
                    id
                  }
                }
              }
            }
          }
        }
      }
    `;
    const { body: other } = await editor.post(`${stage.space}/change-requests`, {});
    for (const path of [stage.path, `${stage.space}/change-requests/${other.id}`]) {
      const approval = { status: 'approved', comment: { markdown: 'Fine.' } };
      expect((await reviewer.post(`${path}/reviews`, approval)).status).toBe(201);
    }
    const run = (first: number) =>
      world.statements(() => cast.read.query(query, { id: stage.spaceId, first }));
    expect((await run(2)).length).toBe((await run(1)).length);
  });
});
