import { beforeAll, describe, expect, it, vi } from 'vitest';
import { CompiledOperations } from '../../src/plan/compiled-operations.ts';
import { schema } from '../../src/schema.ts';
import type { Client } from '../support/client.ts';
import { lawCount } from '../support/law-count.ts';
import { randomMutation } from '../support/random-operation.ts';
import { createScene, type Scene } from '../support/scene.ts';
import { useOrganization, useWorld } from '../support/use-world.ts';

/** How many random responses of each mutation are compared; a failure prints its seed. */
const RESPONSES = lawCount(60, 'PLANNED_WRITES');
const SEED = Number(process.env.PLANNED_SEED ?? 1);

/** Fields whose values change by themselves or with each read, and those that take seconds. */
const leftOut = new Set([
  ...['pdf', 'downloadURL', 'downloadUrl', 'lastUsedAt', 'lastSeenAt', 'heartbeatAt'],
]);

const warnings: string[] = [];
const world = useWorld({ onWarning: { write: (line) => void warnings.push(line) } });
const organization = useOrganization(world);
let scene: Scene;
/** A change request of nobody, so that everybody may review it. */
let otherChangeRequestId: string;
let viewers: [name: string, client: Client][];

beforeAll(async () => {
  const { id, admin } = organization;
  scene = await createScene(world, id, admin.userId);
  otherChangeRequestId = (await world.changeRequest(scene.spaceId)).id;
  viewers = [
    ['admin', admin],
    ['editor', await world.member(id, 'edit')],
    ['commenter', await world.member(id, 'comment')],
  ];
});

let seed = SEED;
function random(): number {
  seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
  return seed / 2 ** 32;
}

const text = () => `Text ${world.next()}`;
const inSpace = () => ({ spaceId: scene.spaceId });
const inChangeRequest = () => ({ ...inSpace(), changeRequestId: scene.changeRequestId });
const inOtherChangeRequest = () => ({ ...inSpace(), changeRequestId: otherChangeRequestId });

/** Mutations that return rows which they wrote, with their inputs. */
const mutations: Record<string, () => object> = {
  createComment: () => ({ ...inChangeRequest(), body: { markdown: text() } }),
  updateComment: () => ({
    commentId: scene.threads.space.commentId,
    ...(random() < 0.5 ? { resolved: random() < 0.5 } : { addedReactions: ['👍'] }),
  }),
  createCommentReply: () => ({
    commentId: scene.threads.changeRequest.commentId,
    body: { markdown: text() },
  }),
  updateCommentReply: () => ({
    commentReplyId: scene.threads.space.commentReplyId,
    body: { markdown: text() },
  }),
  createChangeRequest: () => ({ ...inSpace(), subject: text() }),
  updateChangeRequest: () => ({ ...inChangeRequest(), subject: text() }),
  submitReview: () => ({
    ...inOtherChangeRequest(),
    status: 'APPROVED',
    comment: { markdown: text() },
  }),
  updateSpace: () => ({ ...inSpace(), title: text() }),
  updateSite: () => ({
    organizationId: organization.id,
    siteId: scene.siteId,
    title: text(),
  }),
  updateCollection: () => ({ collectionId: scene.collectionId, title: text() }),
  updateOrganization: () => ({ organizationId: organization.id, title: text() }),
  updateTeam: () => ({ organizationId: organization.id, teamId: scene.teamId, title: text() }),
};

/** Runs work whose mutations are executed field by field. */
async function executed<Result>(work: () => Promise<Result>): Promise<Result> {
  const unplanned = vi.spyOn(CompiledOperations.prototype, 'mutate').mockResolvedValue(undefined);
  try {
    return await work();
  } finally {
    unplanned.mockRestore();
  }
}

/** Runs work. Returns its result, and how many of its mutations were planned. */
async function planned<Result>(work: () => Promise<Result>): Promise<[Result, number]> {
  const mutate = vi.spyOn(CompiledOperations.prototype, 'mutate');
  try {
    const result = await work();
    const responses = await Promise.all(mutate.mock.results.map(({ value }) => value as unknown));
    return [result, responses.filter((response) => response !== undefined).length];
  } finally {
    mutate.mockRestore();
  }
}

describe('the response of a mutation', () => {
  it.each(Object.entries(mutations))(
    `of %s is that of its execution, to the byte (seed ${SEED})`,
    async (name, inputOf) => {
      let plannedCount = 0;
      for (let index = 0; index < RESPONSES; index += 1) {
        const options = { schema, random, ids: ['1'], cursors: ['nonsense'], leftOut };
        const { query, variables } = randomMutation(options, name, inputOf());
        const { admin } = organization;
        const [viewer, client] = viewers[Math.floor(random() * 2 * viewers.length)] ?? [
          ...(['admin', admin] as const),
        ];
        // With a key, the write is done once, and its response is read again.
        const headers = { 'idempotency-key': `${name}-${index}` };
        const [answer, count] = await planned(() => client.raw(query, variables, headers));
        const reference = await executed(() => client.raw(query, variables, headers));
        expect(answer, `${viewer} sends ${query} ${JSON.stringify(variables)}`).toBe(reference);
        plannedCount += count;
      }
      expect(plannedCount).toBeGreaterThan(0);
      expect(warnings.filter((line) => line.includes('without declaring it'))).toEqual([]);
    },
  );

  it('without a key is that of a read of the same row', async () => {
    const { admin } = organization;
    const body = 'id number subject status updatedAt createdBy { id displayName }';
    const input = { ...inChangeRequest(), subject: text() };
    const [{ updateChangeRequest }, count] = await planned(() =>
      admin.query(
        `mutation ($input: UpdateChangeRequestInput!) {
          updateChangeRequest(input: $input) { changeRequest { ${body} } } }`,
        { input },
      ),
    );
    const { node } = await admin.query(
      `query ($id: ID!) { node(id: $id) { ... on ChangeRequest { ${body} } } }`,
      { id: scene.changeRequestId },
    );
    expect(count).toBe(1);
    expect(updateChangeRequest.changeRequest).toEqual(node);
    expect(node.subject).toBe(input.subject);
  });

  it('names a failure as the execution does', async () => {
    const [, , [, commenter] = []] = viewers;
    const send = () =>
      commenter?.raw(
        `mutation ($input: UpdateChangeRequestInput!) {
          a: updateChangeRequest(input: $input) { changeRequest { id } } }`,
        { input: { ...inChangeRequest(), subject: 'New' } },
      );
    const answer = await send();
    expect(answer).toContain('FORBIDDEN');
    expect(answer).toBe(await executed(async () => send()));
  });
});

describe('the body of a write of /v1', () => {
  const space = () => `/v1/spaces/${scene.spaceId}`;
  it.each<[string, 'post' | 'patch' | 'put', () => string, () => object]>([
    ['a comment', 'post', () => `${space()}/comments`, () => ({ body: { markdown: text() } })],
    ['a change request', 'post', () => `${space()}/change-requests`, () => ({ subject: text() })],
    [
      'a new subject',
      'patch',
      () => `${space()}/change-requests/${scene.changeRequestId}`,
      () => ({ subject: text() }),
    ],
    ['a new title', 'patch', space, () => ({ title: text() })],
  ])('for %s is that of its execution, to the byte', async (_what, method, pathOf, bodyOf) => {
    const { admin } = organization;
    const headers = { 'idempotency-key': `v1-${world.next()}` };
    const path = pathOf();
    const body = bodyOf();
    const send = async () => {
      const { status, body: answer, headers: got } = await admin[method](path, body, headers);
      return { status, text: JSON.stringify(answer), location: got['location'] };
    };
    const [answer, count] = await planned(send);
    expect(count).toBe(1);
    expect(answer).toEqual(await executed(send));
    expect([200, 201]).toContain(answer.status);
  });
});
