import { beforeEach, describe, expect, it } from 'vitest';
import { sql } from '../../../src/database/database.ts';
import { allowedFrom, graphOutcomes, restOutcomes, type Cast } from '../../support/cast.ts';
import type { Client } from '../../support/client.ts';
import { useWorld } from '../../support/use-world.ts';
import { fillPlace, nest } from '../collections/support.ts';
import { idsIn, urlOf } from './support.ts';

const world = useWorld();
/** From where and to where things are transferred, with an admin of both. */
let from: { id: string; admin: Client };
let to: { id: string };
let cast: Cast;
let space: string;
let collection: string;

beforeEach(async () => {
  from = await world.organization();
  to = await world.organization();
  cast = await world.cast(from.id);
  await join(from.admin, 'admin');
  ({ id: space } = await world.space(from.id, { title: 'Guides' }));
  ({ id: collection } = await world.collection(from.id, { title: 'Products' }));
});

/** Makes someone a member of the organization to which things are transferred. */
async function join(client: Client, role: string | null): Promise<void> {
  await world.db.prisma.member.create({
    data: { organizationId: to.id, userId: client.userId, role },
  });
}

const transfer = (client: Client, id: string, organization = to.id, into?: string) =>
  client.post(`${urlOf(id)}/transfer`, { organization, collection: into });

const transferSpace = /* GraphQL */ `
  mutation ($input: TransferSpaceInput!) {
    transferSpace(input: $input) {
      space {
        id
        organization {
          id
        }
        parent {
          id
        }
      }
    }
  }
`;

const transferCollection = /* GraphQL */ `
  mutation ($input: TransferCollectionInput!) {
    transferCollection(input: $input) {
      collection {
        id
        organization {
          id
        }
        spaces {
          totalCount
        }
      }
    }
  }
`;

describe('transferring a space', () => {
  it('gives it to the other organization, behind what is there, out of its collection', async () => {
    const { id } = await world.space(from.id, { parentId: collection });
    const there = await world.space(to.id);
    const { status, body } = await transfer(from.admin, id);
    expect({ status, body }).toMatchObject({
      status: 200,
      body: { object: 'space', id, organization: to.id, visibility: 'private' },
    });
    expect(body).not.toHaveProperty('parent');
    expect(await idsIn(world, to.id, null)).toEqual([there.id, id]);
    expect(await idsIn(world, from.id, collection)).toEqual([]);
    expect((await cast.create.get(urlOf(id))).status).toBe(404);
    const lists = [
      await from.admin.get(`/v1/orgs/${from.id}/spaces`),
      await from.admin.get(`/v1/orgs/${to.id}/spaces`),
    ];
    expect(lists.map(({ body: list }) => list.count)).toEqual([1, 2]);
  });

  it('puts it into a collection there, the same in the graph', async () => {
    const into = await world.collection(to.id);
    const input = { spaceId: space, organization: to.id, collection: into.id };
    expect(await from.admin.query(transferSpace, { input })).toEqual({
      transferSpace: { space: { id: space, organization: { id: to.id }, parent: { id: into.id } } },
    });
  });

  it('takes its change requests and comments along', async () => {
    const { id } = await world.changeRequest(space);
    await from.admin.post(`${urlOf(space)}/comments`, { body: { markdown: 'Hello.' } });
    const { body } = await transfer(from.admin, space);
    expect(body).toMatchObject({ changeRequests: 1, comments: 1 });
    expect((await from.admin.get(`${urlOf(space)}/change-requests/${id}`)).status).toBe(200);
  });

  it('ends the grants of the old organization, and its own level decides', async () => {
    await join(cast.guest, null);
    await join(cast.read, 'edit');
    for (const client of [cast.guest, cast.read]) await world.grant(space, client.userId, 'admin');
    await transfer(from.admin, space);
    expect(await world.db.prisma.grant.count({ where: { spaceId: space } })).toBe(0);
    expect((await cast.guest.get(urlOf(space))).status).toBe(404);
    expect((await cast.read.get(urlOf(space))).body.permissions).toMatchObject({
      edit: true,
      admin: false,
    });
  });

  it('is refused while a site shows it', async () => {
    const { siteId } = await world.publish(space);
    const { title } = await world.db.prisma.site.findUniqueOrThrow({ where: { id: siteId } });
    const { status, body } = await transfer(from.admin, space);
    expect({ status, message: body.error.message }).toEqual({
      status: 412,
      message: `The site "${title}" shows the space "Guides": take it off the site first.`,
    });
    const input = { spaceId: space, organization: to.id };
    expect(await from.admin.errorCode(transferSpace, { input })).toBe('PRECONDITION_FAILED');
    await world.grant(space, cast.guest.userId, 'read');
    const list = `/v1/orgs/${from.id}/sites/${siteId}/site-spaces`;
    const siteSpace = (await from.admin.get(list)).body.items[0];
    expect((await from.admin.delete(`${list}/${siteSpace.id}`)).status).toBe(204);
    expect(await world.db.prisma.grant.count({ where: { spaceId: space } })).toBe(1);
    expect((await transfer(from.admin, space)).status).toBe(200);
  });

  it('is refused while it is deleted', async () => {
    await from.admin.delete(urlOf(space));
    const { status, body } = await transfer(from.admin, space);
    expect({ status, message: body.error.message }).toEqual({
      status: 412,
      message: 'The space "Guides" is deleted; restore it first.',
    });
  });

  it('is for the level admin on it, the same on both surfaces', async () => {
    for (const client of Object.values(cast)) await join(client, 'create');
    const expected = allowedFrom('admin');
    expect(await restOutcomes(cast, (client) => transfer(client, space))).toEqual(expected);
    const input = { spaceId: (await world.space(from.id)).id, organization: to.id };
    const outcomes = await graphOutcomes(cast, (client) =>
      client.errorCode(transferSpace, { input }),
    );
    expect(outcomes).toEqual(expected);
    const { id } = await world.space(from.id);
    await world.grant(id, cast.guest.userId, 'admin');
    expect((await transfer(cast.guest, id)).status).toBe(200);
  });

  it('cannot meet its addition to a site halfway', async () => {
    for (let round = 0; round < 6; round += 1) {
      const { id } = await world.space(from.id);
      const site = (await from.admin.post(`/v1/orgs/${from.id}/sites`, {})).body;
      const siteSpaces = `/v1/orgs/${from.id}/sites/${site.id}/site-spaces`;
      const [addition, transferral] = await Promise.all([
        from.admin.post(siteSpaces, { spaceId: id }),
        transfer(from.admin, id),
      ]);
      expect([
        [201, 412],
        [400, 200],
        [404, 200],
        [409, 200],
      ]).toContainEqual([addition.status, transferral.status]);
    }
    const foreign = await world.db.query(sql`
      SELECT FROM site_spaces ss JOIN sites s ON s.id = ss.site_id
      JOIN spaces sp ON sp.id = ss.space_id WHERE sp.organization_id <> s.organization_id`);
    expect(foreign).toEqual([]);
  });
});

describe('transferring a collection', () => {
  it('gives all that lies in it to the other organization', async () => {
    const chain = [collection, ...(await nest(world, from.id, 2))];
    const [, second = '', third = ''] = chain;
    await from.admin.post(`${urlOf(second)}/move`, { parent: collection });
    const inside = await world.space(from.id, { parentId: third, defaultLevel: null });
    const deleted = await world.space(from.id, { parentId: second, deletedAt: new Date() });
    await world.grantOnCollection(second, cast.guest.userId, 'admin');
    await world.grant(inside.id, cast.read.userId, 'admin');
    const { status, body } = await transfer(from.admin, collection);
    expect({ status, body }).toMatchObject({
      status: 200,
      body: { object: 'collection', id: collection, organization: to.id, title: 'Products' },
    });
    expect(await idsIn(world, to.id, null)).toEqual([collection]);
    expect(await idsIn(world, to.id, collection)).toEqual([second]);
    expect(await idsIn(world, to.id, third)).toEqual([inside.id]);
    expect(await idsIn(world, from.id, null)).toEqual([space]);
    expect((await from.admin.get(urlOf(inside.id))).body).toMatchObject({
      organization: to.id,
      parent: third,
      defaultLevel: null,
    });
    expect((await from.admin.post(`${urlOf(deleted.id)}/restore`)).body.organization).toBe(to.id);
    expect(await world.db.prisma.grant.count({ where: { collectionId: { in: chain } } })).toBe(0);
    expect(await world.db.prisma.grant.count({ where: { spaceId: inside.id } })).toBe(0);
    expect((await cast.admin.get(urlOf(inside.id))).status).toBe(404);
  });

  it('puts it into a collection there, the same in the graph', async () => {
    const into = await world.collection(to.id);
    await world.space(from.id, { parentId: collection });
    const input = { collectionId: collection, organization: to.id, collection: into.id };
    expect(await from.admin.query(transferCollection, { input })).toEqual({
      transferCollection: {
        collection: { id: collection, organization: { id: to.id }, spaces: { totalCount: 1 } },
      },
    });
    expect(await idsIn(world, to.id, into.id)).toEqual([collection]);
  });

  it('is refused while a site shows a space in it, even a deleted one', async () => {
    const [inner = ''] = await nest(world, from.id, 1);
    await from.admin.post(`${urlOf(inner)}/move`, { parent: collection });
    const shown = await world.space(from.id, { parentId: inner, title: 'API' });
    const { siteId } = await world.publish(shown.id);
    const { title } = await world.db.prisma.site.findUniqueOrThrow({ where: { id: siteId } });
    const refusal = async () => {
      const { status, body } = await transfer(from.admin, collection);
      return { status, message: body.error.message };
    };
    expect(await refusal()).toEqual({
      status: 412,
      message: `The site "${title}" shows the space "API": take it off the site first.`,
    });
    await from.admin.delete(urlOf(shown.id));
    expect(await refusal()).toEqual({
      status: 412,
      message: `The site "${title}" has a place for the deleted space "API": restore it and take it off the site first.`,
    });
    expect(await idsIn(world, from.id, collection)).toEqual([inner]);
  });

  it('is refused where it would be nested too deep, or among too many', async () => {
    const deep = await nest(world, to.id, 20);
    expect((await transfer(from.admin, collection, to.id, deep.at(-1))).status).toBe(409);
    expect((await transfer(from.admin, collection, to.id, deep.at(-2))).status).toBe(200);
    const full = await world.collection(to.id);
    await fillPlace(world, to.id, full.id, { spaces: 20_000 });
    expect((await transfer(from.admin, space, to.id, full.id)).status).toBe(409);
  });

  it('is for admins of the organization, as all in it changes hands', async () => {
    for (const client of Object.values(cast)) await join(client, 'create');
    await world.grantOnCollection(collection, cast.create.userId, 'admin');
    await world.grantOnCollection(collection, cast.guest.userId, 'admin');
    const expected = { ...allowedFrom('admin'), guest: 403 };
    expect(await restOutcomes(cast, (client) => transfer(client, collection))).toEqual(expected);
    const { id } = await world.collection(from.id);
    const input = { collectionId: id, organization: to.id };
    const outcomes = await graphOutcomes(cast, (client) =>
      client.errorCode(transferCollection, { input }),
    );
    expect(outcomes).toEqual(allowedFrom('admin'));
  });

  it('of 10000 spaces takes as many statements as of a few', async () => {
    const transferral = async (spaces: number) => {
      const { id } = await world.collection(from.id);
      await fillPlace(world, from.id, id, { spaces, collections: 10 });
      const texts = await world.statements(async () => {
        expect((await transfer(from.admin, id)).status).toBe(200);
      });
      return texts.length;
    };
    await from.admin.get('/v1/user');
    expect(await transferral(10_000)).toBe(await transferral(3));
  });
});

describe('either transfer', () => {
  it('is refused for the own organization, by 409', async () => {
    for (const [id, noun] of [
      [space, 'space'],
      [collection, 'collection'],
    ] as const) {
      const { status, body } = await transfer(from.admin, id, from.id);
      expect({ status, message: body.error.message }).toEqual({
        status: 409,
        message: `The ${noun} belongs to the organization already. Move it instead.`,
      });
    }
    const input = { spaceId: space, organization: from.id };
    expect(await from.admin.errorCode(transferSpace, { input })).toBe('NO_CHANGE');
  });

  it('needs create where it goes; another organization is missing for those outside', async () => {
    const elsewhere = await world.organization();
    await world.db.prisma.member.updateMany({
      where: { organizationId: to.id, userId: from.admin.userId },
      data: { role: 'review' },
    });
    const into = await world.collection(to.id, { defaultLevel: 'create' });
    const foreign = await world.collection(elsewhere.id);
    for (const id of [space, collection]) {
      expect((await transfer(from.admin, id)).status).toBe(403);
      for (const missing of [elsewhere.id, 'org_missing', '']) {
        expect((await transfer(from.admin, id, missing)).status).toBe(404);
      }
      const { status, body } = await transfer(from.admin, id, to.id, foreign.id);
      expect({ status, message: body.error.message }).toEqual({
        status: 400,
        message: '"collection" must be a collection of the organization.',
      });
      expect((await transfer(from.admin, id, to.id, into.id)).status).toBe(200);
    }
  });

  it.each([
    [{}, '"organization" is required.'],
    [{ organization: null }, '"organization" must not be null.'],
    [{ organization: 'org_x', parent: null }, '"parent" is not known here.'],
    [{ organization: 'org_x', collection: null }, /^"collection" must not be null/],
  ])('refuses %j', async (body, message) => {
    for (const id of [space, collection]) {
      const answer = await from.admin.post(`${urlOf(id)}/transfer`, body);
      expect(answer.status).toBe(400);
      expect(answer.body.error.message).toMatch(message);
    }
  });

  it('back and forth at once ends with one owner, and fails for nobody', async () => {
    await world.space(from.id, { parentId: collection });
    const answers = await Promise.all(
      [to.id, from.id, to.id, from.id].map((id) => transfer(from.admin, collection, id)),
    );
    for (const { status } of answers) expect([200, 404, 409]).toContain(status);
    const owners = await world.db.query(sql`
      SELECT c.organization_id = s.organization_id FROM collections c
      JOIN spaces s ON s.parent_id = c.id WHERE c.id = ${collection}`);
    expect(owners).toEqual([[true]]);
  });
});
