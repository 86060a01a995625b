import { beforeAll, describe, expect, it } from 'vitest';
import { createScene, type Scene } from '../support/scene.ts';
import { useOrganization, useWorld } from '../support/use-world.ts';

const world = useWorld();
const organization = useOrganization(world);
let scene: Scene;

/**
 * Round trips of the writes that check, write, commit and read their response in one, the lookup of
 * the token included. Bodies of comments have reactions, which have a statement of their own.
 */
const roundTrips: Readonly<Record<string, number>> = {
  'a comment on a change request': 3,
  'a comment on a space': 3,
  'a reply': 3,
  'a new text of a comment': 3,
  'a resolution and a reaction': 4,
  'a new text of a reply': 3,
  'a change request': 2,
  'the subject of a change request': 2,
  'a page in a change request': 3,
  'the text of a page in a change request': 3,
  'the place of a page in a change request': 3,
  'variables of a change request': 3,
  // The addresses of the space in the response have a statement of their own.
  'a page': 4,
  'the text of a page': 5,
};

/** Round trips of the other ones at most, which lock and check before they write. */
const ROUND_TRIPS_MAX = 4;

beforeAll(async () => {
  scene = await createScene(world, organization.id, organization.admin.userId);
});

type Write = readonly [method: 'post' | 'patch' | 'put', path: string, body: object];

/** The writes of a scene; a number makes each run change something. */
const writes: Record<string, (number: number) => Write> = {
  'a comment on a change request': (number) => [
    ...(['post', `${changeRequest()}/comments`] as const),
    { body: { markdown: `Text ${number}` } },
  ],
  'a comment on a space': (number) => [
    ...(['post', `${space()}/comments`] as const),
    { body: { markdown: `Text ${number}` } },
  ],
  'a new text of a comment': (number) => [
    ...(['put', `${changeRequest()}/comments/${scene.threads.changeRequest.commentId}`] as const),
    { body: { markdown: `Text ${number}` } },
  ],
  'a reply': (number) => [
    ...(['post', `${space()}/comments/${scene.threads.space.commentId}/replies`] as const),
    { body: { markdown: `Text ${number}` } },
  ],
  'a resolution and a reaction': (number) => [
    ...(['put', `${changeRequest()}/comments/${scene.threads.changeRequest.commentId}`] as const),
    { resolved: number % 2 === 0, addedReactions: ['👍'] },
  ],
  'a new text of a reply': (number) => [
    ...(['put', `${thread()}/replies/${scene.threads.space.commentReplyId}`] as const),
    { body: { markdown: `Text ${number}` } },
  ],
  'a change request': (number) => [
    ...(['post', `${space()}/change-requests`] as const),
    { subject: `Subject ${number}` },
  ],
  'the subject of a change request': (number) => [
    ...(['patch', changeRequest()] as const),
    { subject: `Subject ${number}` },
  ],
  'a page in a change request': (number) => [
    ...(['post', `${changeRequest()}/content`] as const),
    changes({ operation: 'insert_page', metadata: { title: `Page ${number}` } }),
  ],
  'the text of a page in a change request': (number) => [
    ...(['post', `${changeRequest()}/content`] as const),
    changes({ ...update(), document: { markdown: `*Text* ${number}` } }),
  ],
  'the place of a page in a change request': (number) => [
    ...(['post', `${changeRequest()}/content`] as const),
    changes({ operation: 'move_page', page: scene.pageId, at: number % 2 }),
  ],
  'variables of a change request': (number) => [
    ...(['post', `${changeRequest()}/content`] as const),
    changes({ operation: 'set_variables', variables: { number } }),
  ],
  'a page': (number) => [
    ...(['post', `${space()}/content`] as const),
    changes({ operation: 'insert_page', metadata: { title: `Page ${number}` } }),
  ],
  'the text of a page': (number) => [
    ...(['post', `${space()}/content`] as const),
    changes({ ...update(), document: { markdown: `*Text* ${number}` } }),
  ],
  'the title of a space': (number) => ['patch', space(), { title: `Space ${number}` }],
  'the title of a site': (number) => [
    ...(['patch', `${owner()}/sites/${scene.siteId}`] as const),
    { title: `Site ${number}` },
  ],
  'the title of a collection': (number) => [
    ...(['patch', `/v1/collections/${scene.collectionId}`] as const),
    { title: `Collection ${number}` },
  ],
  'the title of an organization': (number) => ['patch', owner(), { title: `Title ${number}` }],
  'the title of a team': (number) => [
    ...(['patch', `${owner()}/teams/${scene.teamId}`] as const),
    { title: `Team ${number}` },
  ],
};

const changes = (change: object) => ({ changes: [change] });
const update = () => ({ operation: 'update_page', page: scene.pageId });
const thread = () => `${space()}/comments/${scene.threads.space.commentId}`;
const owner = () => `/v1/orgs/${organization.id}`;
const space = () => `/v1/spaces/${scene.spaceId}`;
const changeRequest = () => `${space()}/change-requests/${scene.changeRequestId}`;

describe('a write of /v1', () => {
  it.each(Object.entries(writes))('of %s takes few round trips', async (what, write) => {
    const { admin } = organization;
    const run = async () => {
      const [method, path, body] = write(world.next());
      const { status, body: answer } = await admin[method](path, body);
      expect({ status, answer }).toMatchObject({ status: expect.toBeOneOf([200, 201]) as number });
    };
    await run();
    const texts = await world.statements(run);
    const most = roundTrips[what] ?? ROUND_TRIPS_MAX;
    expect(texts.length, texts.join('\n')).toBeLessThanOrEqual(most);
  });
});

describe('a review of /v1', () => {
  it('takes three round trips', async () => {
    const { id } = await world.changeRequest(scene.spaceId);
    const texts = await world.statements(async () => {
      const path = `${space()}/change-requests/${id}/reviews`;
      const { status } = await organization.admin.post(path, { status: 'approved' });
      expect(status).toBe(201);
    });
    expect(texts.length, texts.join('\n')).toBe(3);
  });
});

describe('a deletion of /v1', () => {
  it.each(['a comment', 'a reply'])('of %s takes two round trips', async (what) => {
    const { admin } = organization;
    const post = async (path: string) => {
      const { body } = await admin.post(path, { body: { markdown: 'Short-lived' } });
      return `${path}/${body.id}`;
    };
    const path = await post(what === 'a reply' ? `${thread()}/replies` : `${space()}/comments`);
    const texts = await world.statements(async () => {
      expect((await admin.delete(path)).status).toBe(204);
    });
    expect(texts.length, texts.join('\n')).toBe(2);
  });
});

describe('a write of /graphql', () => {
  it.each([
    [
      'createComment',
      `mutation ($space: ID!, $changeRequest: ID!, $text: String!) {
        createComment(input: { spaceId: $space, changeRequestId: $changeRequest,
          body: { markdown: $text } }) {
          comment { id body { markdown } postedAt postedBy { id displayName } status } } }`,
    ],
    [
      'updateChangeRequest',
      `mutation ($space: ID!, $changeRequest: ID!, $text: String!) {
        updateChangeRequest(input: { spaceId: $space, changeRequestId: $changeRequest,
          subject: $text }) {
          changeRequest { id number subject status updatedAt createdBy { displayName } } } }`,
    ],
  ])('%s takes two round trips', async (_what, mutation) => {
    const { spaceId, changeRequestId } = scene;
    const run = () => {
      const text = `Text ${world.next()}`;
      const variables = { space: spaceId, changeRequest: changeRequestId, text };
      return organization.admin.query(mutation, variables);
    };
    await run();
    const texts = await world.statements(run);
    expect(texts.length, texts.join('\n')).toBe(2);
  });
});
