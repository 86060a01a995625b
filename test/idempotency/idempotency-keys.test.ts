import { randomUUID } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import type { Client } from '../support/client.ts';
import { useWorld } from '../support/use-world.ts';

const world = useWorld();
let admin: Client;
let organizationId: string;
let spaces: string;

const withKey = (key: string) => ({ 'idempotency-key': key });
const createCollection = `mutation ($organizationId: ID!, $title: String!) {
  createCollection(input: { organizationId: $organizationId, title: $title }) { collection { id } } }`;

beforeAll(async () => {
  ({ id: organizationId, admin } = await world.organization());
  spaces = `/v1/orgs/${organizationId}/spaces`;
});

async function countSpaces(title: string): Promise<number> {
  return world.db.prisma.space.count({ where: { title } });
}

it('creates one thing however many send a key at once, and tells all of them which', async () => {
  const headers = withKey(randomUUID());
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => admin.post(spaces, { title: 'At once' }, headers)),
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
  expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
  expect(await countSpaces('At once')).toBe(1);
});

it('edits content once, also when the content moved on in between', async () => {
  const { body: space } = await admin.post(spaces, { title: 'Edited' });
  const content = `/v1/spaces/${space.id}/content`;
  const changes = [{ operation: 'insert_page', metadata: { title: 'Only' } }];
  const headers = withKey(randomUUID());
  await admin.post(content, { changes }, headers);
  await admin.post(content, {
    changes: [{ operation: 'insert_page', metadata: { title: 'Other' } }],
  });
  expect(await admin.post(content, { changes }, headers)).toMatchObject({ status: 200 });
  const { body } = await admin.get(`${content}/pages`);
  expect(body.pages.map(({ title }: { title: string }) => title)).toEqual(['Only', 'Other']);
});

it('holds in GraphQL too, for each of the mutations of an operation', async () => {
  const operation = `mutation ($id: ID!) {
    one: createCollection(input: { organizationId: $id, title: "Twin" }) { collection { id } }
    two: createCollection(input: { organizationId: $id, title: "Twin" }) { collection { id } } }`;
  const headers = withKey(randomUUID());
  const first = await admin.graphql(operation, { id: organizationId }, headers);
  const second = await admin.graphql(operation, { id: organizationId }, headers);
  expect(first.errors).toBeUndefined();
  expect(first.data.one.collection.id).not.toBe(first.data.two.collection.id);
  expect(second).toEqual(first);
});

it('refuses a key that comes with another request', async () => {
  const key = randomUUID();
  const variables = { organizationId, title: 'First' };
  await admin.graphql(createCollection, variables, withKey(key));
  const other = { ...variables, title: 'Second' };
  const { errors } = await admin.graphql(createCollection, other, withKey(key));
  expect(errors).toMatchObject([{ extensions: { code: 'IDEMPOTENCY_KEY_REUSED' } }]);

  const restKey = randomUUID();
  await admin.post(spaces, { title: 'First' }, withKey(restKey));
  const refused = await admin.post(spaces, { title: 'Second' }, withKey(restKey));
  expect(refused).toMatchObject({ status: 422, body: { error: { code: 422 } } });
  expect(await countSpaces('Second')).toBe(0);
});

it('takes a key again after a request that failed', async () => {
  const key = randomUUID();
  const refused = await admin.post(spaces, { parent: 'col_none' }, withKey(key));
  expect(refused.status).toBe(400);
  const done = await admin.post(spaces, { title: 'After all' }, withKey(key));
  expect(done).toMatchObject({ status: 201, body: { title: 'After all' } });
});

it('answers as before to those who took the right from themselves by that', async () => {
  const other = await world.member(organizationId, 'admin');
  const self = `/v1/orgs/${organizationId}/members/${other.userId}`;
  const headers = withKey(randomUUID());
  const first = await other.patch(self, { role: 'edit' }, headers);
  expect(first).toMatchObject({ status: 200, body: { role: 'edit' } });
  const { status, body } = await other.patch(self, { role: 'edit' }, headers);
  expect({ status, body }).toEqual({ status: 200, body: first.body });
  const refused = [
    await other.patch(self, { role: 'admin' }, headers),
    await other.patch(self, { role: 'edit' }, withKey(randomUUID())),
  ];
  expect(refused.map((answer) => answer.status)).toEqual([403, 403]);
  await world.db.prisma.member.deleteMany({ where: { userId: other.userId } });
  expect((await other.patch(self, { role: 'edit' }, headers)).status).toBe(404);
});

it('keeps the keys of people apart', async () => {
  const other = await world.member(organizationId, 'admin');
  const headers = withKey(randomUUID());
  const answers = [
    await admin.post(spaces, { title: 'Apart' }, headers),
    await other.post(spaces, { title: 'Apart' }, headers),
  ];
  expect(new Set(answers.map(({ body }) => body.id)).size).toBe(2);
});

it('forgets a key after a day', async () => {
  const headers = withKey(randomUUID());
  const send = async () => (await admin.post(spaces, { title: 'Daily' }, headers)).body.id;
  const first = await send();
  const setTime = (createdAt: Date) =>
    world.db.prisma.idempotentWrite.updateMany({ data: { createdAt } });
  await setTime(new Date(Date.now() - 24 * 60 * 60 * 1000 + 60_000));
  expect(await send()).toBe(first);
  await setTime(new Date(Date.now() - 24 * 60 * 60 * 1000));
  expect(await send()).not.toBe(first);
});

it('answers a secret again to those who have the key, and keeps it from the database', async () => {
  const operation = `mutation { createApiToken(input: { label: "Once" }) { secret apiToken { id } } }`;
  const headers = withKey(randomUUID());
  const first = await admin.graphql(operation, {}, headers);
  const second = await admin.graphql(operation, {}, headers);
  expect(second).toEqual(first);
  const { secret } = first.data.createApiToken;
  const who = await world.withToken(secret).query('{ viewer { id } }');
  expect(who.viewer.id).toBe(admin.userId);
  const rows = await world.db.prisma.idempotentWrite.findMany();
  expect(rows.length).toBeGreaterThan(0);
  expect(rows.filter(({ result }) => Buffer.from(result).includes(secret))).toEqual([]);
});

it.each([
  ['an empty key', ''],
  ['a key of 256 characters', 'k'.repeat(256)],
  ['spaces inside', 'a b'],
  ['other characters', 'ключ'],
])('refuses %s', async (_, key) => {
  const { status, body } = await admin.post(spaces, { title: 'Refused' }, withKey(key));
  expect(status).toBe(400);
  expect(body.error.message).toContain('Idempotency-Key');
  expect(await countSpaces('Refused')).toBe(0);
});

it('takes a key in double quotes for the same key', async () => {
  const key = randomUUID();
  const bare = await admin.post(spaces, { title: 'Quoted' }, withKey(key));
  const quoted = await admin.post(spaces, { title: 'Quoted' }, withKey(`"${key}"`));
  expect(quoted.body.id).toBe(bare.body.id);
});
