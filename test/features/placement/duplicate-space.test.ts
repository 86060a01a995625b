import { describe, expect, it } from 'vitest';
import { sql } from '../../../src/database/database.ts';
import { runTransaction } from '../../../src/database/run-transaction.ts';
import { titleOfCopy } from '../../../src/features/spaces/title-of-copy.ts';
import { graphOutcomes, restOutcomes } from '../../support/cast.ts';
import type { Client } from '../../support/client.ts';
import { writeFiles, writePages } from '../../support/content.ts';
import { useCast, useOrganization, useWorld } from '../../support/use-world.ts';
import { baseUrl, type World } from '../../support/world.ts';
import { idsIn } from './support.ts';

const world = useWorld();
const organization = useOrganization(world);
const cast = useCast(world, organization);

const duplicateSpace = /* GraphQL */ `
  mutation ($input: DuplicateSpaceInput!) {
    duplicateSpace(input: $input) {
      space {
        id
        title
      }
    }
  }
`;

async function duplicate(spaceId: string, client: Client = organization.admin): Promise<string> {
  const { status, body } = await client.post(`/v1/spaces/${spaceId}/duplicate`);
  expect({ status, error: body.error }).toEqual({ status: 201, error: undefined });
  return body.id;
}

/** A space with pages that point to each other and elsewhere, a file, variables and redirects. */
async function writtenSpace(options: Parameters<World['space']>[1] = {}): Promise<string> {
  const { id } = await world.space(organization.id, { title: 'Guides', ...options });
  const elsewhere = await world.space(organization.id);
  const page = 'page_01ARZ3NDEKTSV4RRFFQ69G5FAV';
  const [own, other] = [
    { kind: 'page', page, space: id },
    { kind: 'page', page, space: elsewhere.id },
  ] as const;
  const { revisionId } = await writePages(world, id, [
    {
      id: page,
      title: 'Start',
      markdown: `Read [on](/guides).\n\nIn ${id}.`,
      pages: [{ title: 'Below', markdown: 'Below.' }],
      cover: { ref: { kind: 'anchor', anchor: 'top', page, space: id }, refDark: own, yPos: 3 },
    },
    { title: 'Here', type: 'link', target: { kind: 'page', page } },
    { title: 'Itself', type: 'link', target: own },
    { title: 'Elsewhere', type: 'link', target: other },
  ]);
  await world.db.prisma.revision.update({
    where: { id: revisionId },
    data: { variables: { product: 'Docs' }, redirects: { old: page }, git: { oid: 'abc' } },
  });
  await writeFiles(world, id, [{ name: 'a.txt', text: 'Bytes.' }]);
  return id;
}

/** All that readers see of the content of a space, with its own id written the same for all. */
async function contentOf(spaceId: string): Promise<unknown> {
  const { body: pages } = await organization.admin.get(`/v1/spaces/${spaceId}/content/pages`);
  const { body: files } = await organization.admin.get(`/v1/spaces/${spaceId}/content/files`);
  const { body: page } = await organization.admin.get(
    `/v1/spaces/${spaceId}/content/page/page_01ARZ3NDEKTSV4RRFFQ69G5FAV`,
  );
  const { revisionId } = await world.db.prisma.space.findUniqueOrThrow({ where: { id: spaceId } });
  const { variables, redirects } = await world.db.prisma.revision.findUniqueOrThrow({
    where: { id: revisionId },
  });
  const text = JSON.stringify({ pages, files, page, variables, redirects });
  return JSON.parse(text.replaceAll(spaceId, 'sp_this').replaceAll(revisionId, 'rev_this'));
}

describe('duplicating a space', () => {
  it('answers 201 with the copy and where it is', async () => {
    const { id } = await world.space(organization.id, { title: 'Guides' });
    const { status, body, headers } = await organization.admin.post(`/v1/spaces/${id}/duplicate`);
    expect(status).toBe(201);
    expect(body).toMatchObject({ object: 'space', title: 'Guides (copy)', comments: 0 });
    expect(body.id).not.toBe(id);
    expect(headers.location).toBe(`${baseUrl}/v1/spaces/${body.id}`);
    const { body: read } = await organization.admin.get(`/v1/spaces/${body.id}`);
    expect(read).toEqual(body);
  });

  it('copies all content, in which what names the space names the copy', async () => {
    const id = await writtenSpace();
    const copy = await duplicate(id);
    const expected = (await contentOf(id)) as { page: { document?: unknown } };
    const found = (await contentOf(copy)) as { page: { document?: unknown } };
    // Texts are kept byte for byte, so what somebody wrote in them stands.
    expect(JSON.stringify(found.page)).not.toBe(JSON.stringify(expected.page));
    const plain = (value: unknown) => JSON.stringify(value).replaceAll(id, 'sp_this');
    expect(plain(found)).toBe(plain(expected));
    expect(plain(found)).toContain('"space":"sp_this"');
  });

  it('copies the settings, but neither history nor what people said and made of it', async () => {
    const parentId = (await world.collection(organization.id)).id;
    const id = await writtenSpace({ editMode: 'locked', defaultLevel: 'comment', parentId });
    await organization.admin.patch(`/v1/spaces/${id}`, { emoji: '📗', language: 'de' });
    await world.changeRequest(id);
    await organization.admin.post(`/v1/spaces/${id}/comments`, { body: { markdown: 'Hi.' } });
    await world.publish(id);
    const copy = await duplicate(id);
    const { body: original } = await organization.admin.get(`/v1/spaces/${id}`);
    const { body } = await organization.admin.get(`/v1/spaces/${copy}`);
    const same = ['emoji', 'language', 'editMode', 'defaultLevel', 'parent', 'organization'];
    for (const key of same) expect({ key, is: body[key] }).toEqual({ key, is: original[key] });
    expect(body).toMatchObject({
      ...{ changeRequests: 0, comments: 0, visibility: 'in-collection' },
      permissions: original.permissions,
    });
    const revisions = await world.db.prisma.revision.findMany({ where: { spaceId: copy } });
    expect(revisions).toMatchObject([{ parentIds: [], git: null, type: 'edits' }]);
    expect(revisions[0]?.createdById).toBe(organization.admin.userId);
  });

  it('puts the copy right behind the original, whatever lies there', async () => {
    const { id: parentId } = await world.collection(organization.id);
    const lie = async () => (await world.space(organization.id, { parentId })).id;
    const [first, second] = [await lie(), await lie()];
    const copy = await duplicate(first);
    const newer = await duplicate(first);
    const last = await duplicate(second);
    expect(await idsIn(world, organization.id, parentId)).toEqual([
      ...[first, newer, copy, second, last],
    ]);
  });

  it('gives it to those who have the original, each with the same level', async () => {
    const id = await writtenSpace({ defaultLevel: null });
    await world.grant(id, cast.edit.userId, 'review');
    await world.grant(id, cast.create.userId, 'read');
    const team = { title: 'Docs', members: [cast.comment.userId] };
    const made = await organization.admin.put(`/v1/orgs/${organization.id}/teams`, team);
    expect(made.body.id).toBeTypeOf('string');
    const given = { role: 'edit', teams: [made.body.id] };
    const answer = await organization.admin.post(`/v1/spaces/${id}/permissions`, given);
    expect(answer.status).toBe(204);
    const copy = await duplicate(id, cast.create);
    const levelOf = async (client: Client) => {
      const { status, body } = await client.get(`/v1/spaces/${copy}`);
      return status === 200 ? body.permissions : status;
    };
    expect(await levelOf(cast.edit)).toMatchObject({ merge: true, viewInviteLinks: false });
    expect(await levelOf(cast.comment)).toMatchObject({ edit: true, merge: false });
    expect(await levelOf(cast.review)).toBe(404);
    // Who makes a space can create in it, as with any other that they make.
    expect(await levelOf(cast.create)).toMatchObject({ viewInviteLinks: true, admin: false });
  });

  it('leaves both to be edited apart', async () => {
    const id = await writtenSpace();
    const copy = await duplicate(id);
    const before = await contentOf(id);
    const changes = [{ operation: 'insert_page', metadata: { title: 'New' } }];
    expect((await organization.admin.post(`/v1/spaces/${copy}/content`, { changes })).status).toBe(
      200,
    );
    expect(await contentOf(id)).toEqual(before);
  });

  it('is a conflict for a deleted space', async () => {
    const { id } = await world.space(organization.id, { title: 'Gone', deletedAt: new Date() });
    const { status, body } = await organization.admin.post(`/v1/spaces/${id}/duplicate`);
    expect({ status, message: body.error.message }).toEqual({
      status: 409,
      message: 'The space "Gone" is deleted; restore it first.',
    });
  });

  it('takes who has a level on it and may create where it lies', async () => {
    const { id: top } = await world.space(organization.id);
    const path = `/v1/spaces/${top}/duplicate`;
    const atTop = {
      ...{ read: 403, comment: 403, edit: 403, review: 403, create: 'ok', admin: 'ok' },
      ...{ guest: 404, disabled: 404, stranger: 404 },
    };
    expect(await restOutcomes(cast, (client) => client.post(path))).toEqual(atTop);
    const input = { spaceId: top };
    expect(
      await graphOutcomes(cast, (client) => client.errorCode(duplicateSpace, { input })),
    ).toEqual(atTop);
    const { id: parentId } = await world.collection(organization.id, { defaultLevel: null });
    const { id } = await world.space(organization.id, { parentId });
    await world.grantOnCollection(parentId, cast.guest.userId, 'create');
    await world.grant(id, cast.create.userId, 'admin');
    await world.publish(id);
    const outcomes = await restOutcomes(cast, (client) =>
      client.post(`/v1/spaces/${id}/duplicate`),
    );
    expect(outcomes).toEqual({
      ...{ read: 403, comment: 403, edit: 403, review: 403, create: 403, admin: 'ok' },
      ...{ guest: 'ok', disabled: 403, stranger: 403 },
    });
  });

  it('does not give what is not published to those who see only what is', async () => {
    const { id } = await world.space(organization.id, { defaultLevel: null });
    await world.publish(id);
    expect((await cast.create.get(`/v1/spaces/${id}`)).status).toBe(200);
    expect((await cast.create.post(`/v1/spaces/${id}/duplicate`)).status).toBe(403);
    const input = { spaceId: id };
    expect(await cast.create.errorCode(duplicateSpace, { input })).toBe('FORBIDDEN');
  });

  it('does not copy for those who lose the space while they wait for it', async () => {
    const { id } = await world.space(organization.id, { defaultLevel: null });
    await world.grant(id, cast.create.userId, 'read');
    const spaces = () =>
      world.db.prisma.space.count({ where: { organizationId: organization.id } });
    const before = await spaces();
    let copied: ReturnType<Client['post']> | undefined;
    await runTransaction(world.db, async (transaction) => {
      await transaction.$executeRaw(sql`SELECT FROM spaces WHERE id = ${id} FOR UPDATE`);
      copied = cast.create.post(`/v1/spaces/${id}/duplicate`);
      await world.untilBlocked();
      await transaction.grant.deleteMany({ where: { spaceId: id } });
    });
    expect((await copied)?.status).toBe(404);
    expect(await spaces()).toBe(before);
  });

  it('takes a few statements more for each level of a larger tree and each 200 pages', async () => {
    const spaceOf = async (pages: number) => {
      const { id } = await world.space(organization.id);
      const some = Array.from({ length: pages }, (_, index) => ({ title: `Page ${index}` }));
      await writePages(world, id, some);
      return id;
    };
    const pageCount = 5000;
    const [small, large] = [await spaceOf(2), await spaceOf(pageCount)];
    const count = async (id: string) => (await world.statements(() => duplicate(id))).length;
    const written = () => world.db.prisma.contentChunk.count();
    const [ofSmall, before] = [await count(small), await written()];
    // What the search knows of the pages is read and written for 200 of them at once.
    const more = 3 + 3 * (pageCount / 200);
    expect(await count(large)).toBeLessThanOrEqual(ofSmall + more);
    expect(await written()).toBe(before);
  });

  it('makes as many copies as are asked for at once', async () => {
    const { id: parentId } = await world.collection(organization.id);
    const { id } = await world.space(organization.id, { parentId });
    const copies = await Promise.all(Array.from({ length: 5 }, () => duplicate(id)));
    const inside = await idsIn(world, organization.id, parentId);
    expect(inside[0]).toBe(id);
    expect(inside.toSorted()).toEqual([id, ...copies].toSorted());
  });
});

describe('the title of a copy', () => {
  it.each([
    ['Guides', 'Guides (copy)'],
    ['Guides (copy)', 'Guides (copy 2)'],
    ['Guides (copy 9)', 'Guides (copy 10)'],
    ['', '(copy)'],
    ['(copy)', '(copy 2)'],
    ['a'.repeat(50), `${'a'.repeat(43)} (copy)`],
    [`${'a'.repeat(42)}😀${'a'.repeat(6)}`, `${'a'.repeat(42)} (copy)`],
  ])('of %j is %j', (title, expected) => {
    expect(titleOfCopy(title)).toBe(expected);
    expect(expected.length).toBeLessThanOrEqual(50);
  });
});
