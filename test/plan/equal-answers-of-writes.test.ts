import { getNamedType, isObjectType } from 'graphql';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { declarationsOf } from '../../src/pagination/declared-fields.ts';
import { CompiledOperations } from '../../src/plan/compiled-operations.ts';
import { newInvitationSecret } from '../../src/features/invites/invitation-secret.ts';
import { newId } from '../../src/lib/id.ts';
import { schema } from '../../src/schema.ts';
import type { Client } from '../support/client.ts';
import { lawCount } from '../support/law-count.ts';
import { randomMutation } from '../support/random-operation.ts';
import { expectSameResponse } from '../support/same-response.ts';
import { createScene, type Scene } from '../support/scene.ts';
import { useOrganization, useWorld } from '../support/use-world.ts';

/** How many random responses of each mutation are compared; a failure prints its seed. */
const RESPONSES = lawCount(60, 'PLANNED_WRITES');
const RESPONSES_MAX = 60;
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

/** Invites a user to the organization. Returns the secret from the mail. */
async function invitationOf({ userId }: Client): Promise<{ secret: string }> {
  const { prisma } = world.db;
  const { email } = await prisma.user.findUniqueOrThrow({ where: { id: userId } });
  const { secret, stored } = newInvitationSecret(new Date());
  const where = { organizationId_email: { organizationId: organization.id, email } };
  const create = { ...where.organizationId_email, ...stored, id: newId('Invitation') };
  await prisma.invitation.upsert({ where, create, update: stored });
  return { secret };
}

/** Mutations that return rows which they wrote, with their inputs. */
const mutations: Record<string, (client: Client) => object | Promise<object>> = {
  acceptInvitation: (client) => invitationOf(client),
  joinOrganization: () => ({ organizationId: organization.id }),
  joinOrganizationWithInvite: () => ({
    organizationId: organization.id,
    inviteId: scene.inviteId,
  }),
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
  updateUser: (client) => ({ userId: client.userId, displayName: text() }),
  updateTeam: () => ({ organizationId: organization.id, teamId: scene.teamId, title: text() }),
  changeContent: () => ({
    ...(random() < 0.5 ? inSpace() : inChangeRequest()),
    changes: [{ insertPage: { ref: 'new', metadata: { title: text() } } }],
  }),
  updateChangeRequestFromPrimary: () => inChangeRequest(),
  resolveConflicts: () => ({ ...inChangeRequest(), side: 'OURS' }),
  mergeChangeRequest: async () => ({
    ...inSpace(),
    changeRequestId: (await world.changeRequest(scene.spaceId)).id,
  }),
  rollbackContent: () => ({ ...inSpace(), revision: scene.revisionId }),
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

/** Returns the names of the mutations whose payload declares a row that they wrote. */
function plannedMutations(): string[] {
  return Object.values(schema.getMutationType()?.getFields() ?? {})
    .filter(({ type }) => {
      const payload = getNamedType(type);
      const fields = isObjectType(payload) ? Object.values(payload.getFields()) : [];
      return fields.map(declarationsOf).some(({ one, payloadRows }) => one ?? payloadRows);
    })
    .map(({ name }) => name);
}

describe('the response of a mutation', () => {
  it('is compared for each mutation that has a plan', () => {
    expect(Object.keys(mutations).toSorted(), 'Give each an input in `mutations` above.').toEqual(
      plannedMutations().toSorted(),
    );
  });

  it.each(Object.entries(mutations))(
    `of %s is that of its execution, to the byte (seed ${SEED})`,
    async (name, inputOf) => {
      let plannedCount = 0;
      // Some random selections contain no row. One that does must be among the responses.
      const isEnough = (count: number) =>
        count >= RESPONSES && (plannedCount > 0 || count >= RESPONSES_MAX);
      for (let index = 0; !isEnough(index); index += 1) {
        const options = { schema, random, ids: ['1'], cursors: ['nonsense'], leftOut };
        const { admin } = organization;
        const [viewer, client] = viewers[Math.floor(random() * 2 * viewers.length)] ?? [
          ...(['admin', admin] as const),
        ];
        const input = await inputOf(client);
        const { query, variables } = randomMutation(options, name, input);
        // With a key, the write is done once, and its response is read again.
        const headers = { 'idempotency-key': `${name}-${index}` };
        const [answer, count] = await planned(() => client.raw(query, variables, headers));
        const reference = await executed(() => client.raw(query, variables, headers));
        const label = `${viewer} sends ${query} ${JSON.stringify(variables)}`;
        expectSameResponse(answer, reference, label);
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
