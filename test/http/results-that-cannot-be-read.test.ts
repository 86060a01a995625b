import { afterEach, beforeEach, expect, it } from 'vitest';
import { useOrganization, useWorld } from '../support/use-world.ts';

const world = useWorld();
const organization = useOrganization(world);
let spaceId: string;

const rename = (from: string, to: string) =>
  world.db.prisma.$executeRawUnsafe(`ALTER TABLE "${from}" RENAME TO "${to}"`);

// Reactions are read for the result of a new comment, and not for writing it.
beforeEach(async () => {
  ({ id: spaceId } = await world.space(organization.id));
  await rename('reactions', 'reactions_elsewhere');
});

afterEach(() => rename('reactions_elsewhere', 'reactions'));

const texts = async () =>
  (await world.db.prisma.comment.findMany({ where: { spaceId } })).map(({ markdown }) => markdown);

it('a committed write whose result cannot be read is answered with 204 on /v1', async () => {
  const url = `/v1/spaces/${spaceId}/comments`;
  const { status, body } = await organization.admin.post(url, { body: { markdown: 'Hello.' } });
  expect({ status, body }).toEqual({ status: 204, body: undefined });
  expect(await texts()).toEqual(['Hello.']);
});

it('a committed write whose result cannot be read has the code RESULT_UNAVAILABLE', async () => {
  const mutation = `mutation ($input: CreateCommentInput!) { createComment(input: $input) {
    comment { id reactions { emoji } } } }`;
  const input = { spaceId, body: { markdown: 'Hello.' } };
  const { status, errors } = await organization.admin.graphql(mutation, { input });
  expect(status).toBe(200);
  expect(errors?.map(({ extensions }) => extensions.code)).toEqual(['RESULT_UNAVAILABLE']);
  expect(await texts()).toEqual(['Hello.']);
});

it('a write that fails before its commit, and a read, are answered as failed', async () => {
  const url = `/v1/spaces/${spaceId}/comments`;
  const { admin } = organization;
  expect((await admin.post(url, { body: { markdown: 'A.' }, page: 'page_none' })).status).toBe(400);
  expect(await texts()).toEqual([]);
  await admin.post(url, { body: { markdown: 'B.' } });
  expect((await admin.get(url)).status).toBe(500);
});

it('with a key, the write is done once, and its result is answered as soon as it can be', async () => {
  const url = `/v1/spaces/${spaceId}/comments`;
  const headers = { 'idempotency-key': crypto.randomUUID() };
  const post = () => organization.admin.post(url, { body: { markdown: 'Hello.' } }, headers);
  expect((await post()).status).toBe(204);
  await rename('reactions_elsewhere', 'reactions');
  const { status, body } = await post();
  await rename('reactions', 'reactions_elsewhere');
  expect([status, body.body?.markdown]).toEqual([200, 'Hello.']);
  expect(await texts()).toHaveLength(1);
});
