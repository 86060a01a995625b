import { beforeEach, describe, expect, it } from 'vitest';
import { allowedFrom, graphOutcomes, restOutcomes, type Cast } from '../../support/cast.ts';
import type { Client } from '../../support/client.ts';
import { useWorld } from '../../support/use-world.ts';
import { fillPlace, nest } from '../collections/support.ts';
import { idsIn, move, pointer, urlOf } from './support.ts';

const world = useWorld();
let organization: { id: string; admin: Client };
let cast: Cast;
/** At the top of a fresh organization, in this order. */
let collection: string;
let space: string;
let other: string;

beforeEach(async () => {
  organization = await world.organization();
  cast = await world.cast(organization.id);
  ({ id: collection } = await world.collection(organization.id, { title: 'Guides' }));
  ({ id: space } = await world.space(organization.id));
  ({ id: other } = await world.collection(organization.id));
});

const moveSpace = /* GraphQL */ `
  mutation ($input: MoveSpaceInput!) {
    moveSpace(input: $input) {
      space {
        id
        parent {
          title
        }
      }
    }
  }
`;

const moveCollection = /* GraphQL */ `
  mutation ($input: MoveCollectionInput!) {
    moveCollection(input: $input) {
      collection {
        id
        parentId
      }
    }
  }
`;

const top = () => idsIn(world, organization.id, null);
const inside = (id: string) => idsIn(world, organization.id, id);

describe('moving', () => {
  it('puts a space into a collection, behind what is there, and back to the top', async () => {
    const { admin } = organization;
    const first = await world.space(organization.id, { parentId: collection });
    const { status, body } = await admin.post(`${urlOf(space)}/move`, { parent: collection });
    expect({ status, body }).toMatchObject({
      status: 200,
      body: { object: 'space', id: space, parent: collection, visibility: 'in-collection' },
    });
    expect(await inside(collection)).toEqual([first.id, space]);
    const back = await admin.post(`${urlOf(space)}/move`, { parent: null });
    expect(back.body).not.toHaveProperty('parent');
    expect(await top()).toEqual([collection, other, space]);
  });

  it('puts a collection, with all in it, into another one', async () => {
    const child = await world.space(organization.id, { parentId: other });
    const { status, body } = await organization.admin.post(`${urlOf(other)}/move`, {
      parent: collection,
    });
    expect({ status, body }).toMatchObject({
      status: 200,
      body: { object: 'collection', id: other, parent: collection },
    });
    expect([await top(), await inside(collection), await inside(other)]).toEqual([
      [collection, space],
      [other],
      [child.id],
    ]);
  });

  it('gives spaces and collections a place among each other', async () => {
    const { admin } = organization;
    expect(await move(admin, space, { before: collection })).toBe(200);
    expect(await top()).toEqual([space, collection, other]);
    expect(await move(admin, space, { after: other })).toBe(200);
    expect(await top()).toEqual([collection, other, space]);
    expect(await move(admin, other, { before: collection })).toBe(200);
    expect(await top()).toEqual([other, collection, space]);
    expect(await move(admin, other, { after: collection, before: space })).toBe(200);
    expect(await top()).toEqual([collection, other, space]);
    const inner = await world.space(organization.id, { parentId: collection });
    expect(await move(admin, other, { parent: collection, before: inner.id })).toBe(200);
    expect(await inside(collection)).toEqual([other, inner.id]);
  });

  it('goes right before the latter of two siblings that are no neighbours', async () => {
    const { id: last } = await world.space(organization.id);
    expect(await move(organization.admin, last, { after: collection, before: other })).toBe(200);
    expect(await top()).toEqual([collection, space, last, other]);
  });

  it('is the same in the graph', async () => {
    const { admin } = organization;
    const input = { spaceId: space, parent: collection };
    expect(await admin.query(moveSpace, { input })).toEqual({
      moveSpace: { space: { id: space, parent: { title: 'Guides' } } },
    });
    const position = { before: { space } };
    const nested = { collectionId: other, parent: collection, position };
    expect(await admin.query(moveCollection, { input: nested })).toEqual({
      moveCollection: { collection: { id: other, parentId: collection } },
    });
    expect(await inside(collection)).toEqual([other, space]);
    const back = { spaceId: space, parent: null };
    expect((await admin.query(moveSpace, { input: back })).moveSpace.space.parent).toBeNull();
  });

  it('refuses what changes nothing', async () => {
    const { admin } = organization;
    const { id: nested } = await world.space(organization.id, { parentId: collection });
    const requests: [string, Parameters<typeof move>[2]][] = [
      [space, { parent: null }],
      [space, { before: other }],
      [space, { after: collection }],
      [space, { after: collection, before: other }],
      [other, { parent: null, after: space }],
      [nested, { parent: collection }],
    ];
    for (const [id, to] of requests) {
      expect({ to, status: await move(admin, id, to) }).toEqual({ to, status: 409 });
    }
    const input = { spaceId: space, position: { before: { collection: other } } };
    expect(await admin.errorCode(moveSpace, { input })).toBe('NO_CHANGE');
    expect(await top()).toEqual([collection, space, other]);
  });

  it('refuses a place that does not exist for the caller, whatever is wrong', async () => {
    const { admin } = organization;
    const elsewhere = await world.space((await world.organization()).id);
    const nested = await world.space(organization.id, { parentId: collection });
    const deleted = await world.space(organization.id, { deletedAt: new Date() });
    const { id: latter } = await world.space(organization.id);
    for (const position of [
      {},
      { before: null },
      { before: pointer(space) },
      { before: pointer('sp_missing') },
      { after: pointer(elsewhere.id) },
      { after: pointer(nested.id) },
      { after: pointer(deleted.id) },
      { after: { type: 'collection', collection: latter } },
      { after: { type: 'space', space: latter }, before: pointer(other) },
    ]) {
      const { status, body } = await admin.post(`${urlOf(space)}/move`, { position });
      expect({ position, status }).toEqual({ position, status: 400 });
      expect(body.error.message).toContain('"position');
    }
    const input = { spaceId: space, position: { before: { space } } };
    expect(await admin.errorCode(moveSpace, { input })).toBe('INVALID_POSITION');
    await world.grant(space, cast.guest.userId, 'admin');
    const hidden = await world.space(organization.id, { defaultLevel: null });
    await world.grantOnCollection(collection, cast.create.userId, 'admin');
    await world.grant(space, cast.create.userId, 'admin');
    expect(await move(cast.create, space, { before: hidden.id })).toBe(400);
    expect(await move(cast.create, space, { before: 'sp_missing' })).toBe(400);
  });

  it.each([
    [{}, 'Give "parent", "position" or both.'],
    [{ parent: 1 }, '"parent" must be a string.'],
    [{ parent: 'col_missing' }, '"parent" must be a collection of the organization.'],
    [{ position: null }, /^"position" must not be null/],
    [{ position: { between: 1 } }, '"position.between" is not known here.'],
    [
      { position: { before: 'sp_x' } },
      '"position.before" must be { type: "space", space: <id> } or { type: "collection", collection: <id> }.',
    ],
    [{ position: { after: { type: 'space', collection: 'x' } } }, /^"position.after" must be /],
  ])('refuses %j', async (body, message) => {
    for (const id of [space, collection]) {
      const answer = await organization.admin.post(`${urlOf(id)}/move`, body);
      expect(answer.status).toBe(400);
      expect(answer.body.error.message).toMatch(message);
    }
  });

  it('refuses a sibling that is a space and a collection, in the graph too', async () => {
    const position = { before: { space, collection } };
    const { errors } = await organization.admin.graphql(moveSpace, {
      input: { spaceId: space, position },
    });
    expect(errors?.[0]?.extensions.code).toBe('BAD_USER_INPUT');
  });

  it('never puts a collection into itself or below', async () => {
    const [, middle, lowest] = await nest(world, organization.id, 3);
    for (const parent of [middle, lowest]) {
      const { status, body } = await organization.admin.post(`${urlOf(middle ?? '')}/move`, {
        parent,
      });
      expect({ status, message: body.error.message }).toEqual({
        status: 400,
        message: '"parent" must be neither the collection itself nor one below it.',
      });
    }
    const input = { collectionId: middle, parent: lowest };
    expect(await organization.admin.errorCode(moveCollection, { input })).toBe('INVALID_POSITION');
  });

  it('never nests deeper than 20, counted with what lies in the moved one', async () => {
    const [upper] = [await nest(world, organization.id, 18)];
    const [two] = await nest(world, organization.id, 2);
    const [three] = await nest(world, organization.id, 3);
    const lowest = upper.at(-1) ?? '';
    expect(await move(organization.admin, three ?? '', { parent: lowest })).toBe(409);
    expect(await move(organization.admin, two ?? '', { parent: lowest })).toBe(200);
  });

  it('never puts more than 20000 into one place, but orders a full one', async () => {
    const { admin } = organization;
    await fillPlace(world, organization.id, collection, { spaces: 20_000 });
    expect(await move(admin, space, { parent: collection })).toBe(409);
    const [first = '', , third = ''] = await inside(collection);
    const statements = await world.statements(async () => {
      expect(await move(admin, first, { after: third })).toBe(200);
    });
    expect((await inside(collection)).indexOf(first)).toBe(2);
    expect(statements.length).toBeLessThan(25);
  });

  it('finds a place where positions have become long, or are the same', async () => {
    const { admin, id } = organization;
    const { prisma } = world.db;
    const moved = [(await world.space(id)).id, (await world.space(id)).id];
    const long = `a0${'0'.repeat(220)}`;
    await prisma.collection.update({
      where: { id: collection },
      data: { position: `${long}1` },
    });
    await prisma.space.update({ where: { id: space }, data: { position: `${long}2` } });
    await prisma.collection.update({ where: { id: other }, data: { position: `${long}2` } });
    const [sp, col] = [space, other];
    const tied = sp < col ? [sp, col] : [col, sp];
    expect((await top()).slice(0, 3)).toEqual([collection, ...tied]);
    expect(await move(admin, moved[0] ?? '', { before: tied[1] ?? '' })).toBe(200);
    expect(await move(admin, moved[1] ?? '', { after: collection })).toBe(200);
    expect(await top()).toEqual([collection, moved[1], tied[0], moved[0], tied[1]]);
    const rows = await prisma.$queryRaw<{ position: string }[]>`
      SELECT position FROM collection_items WHERE organization_id = ${id}`;
    expect(Math.max(...rows.map(({ position }) => position.length))).toBeLessThan(10);
  });

  it('is refused while a space is deleted', async () => {
    await organization.admin.delete(urlOf(space));
    expect(await move(organization.admin, space, { parent: collection })).toBe(409);
    const input = { spaceId: space, parent: collection };
    expect(await organization.admin.errorCode(moveSpace, { input })).toBe('CONFLICT');
  });
});

describe('who may move', () => {
  it('is an admin of the organization, the same on both surfaces', async () => {
    const expected = allowedFrom('admin');
    const toggle = async (client: Client, id: string) => {
      const parents = [collection, null];
      const inParent = (await inside(collection)).includes(id);
      return client.post(`${urlOf(id)}/move`, { parent: parents[inParent ? 1 : 0] });
    };
    for (const id of [space, other]) {
      expect(await restOutcomes(cast, (client) => toggle(client, id))).toEqual(expected);
    }
    const ofSpace = { spaceId: space, parent: null };
    const ofCollection = { collectionId: other, parent: null };
    expect(
      await graphOutcomes(cast, (client) => client.errorCode(moveSpace, { input: ofSpace })),
    ).toEqual(expected);
    expect(
      await graphOutcomes(cast, (client) =>
        client.errorCode(moveCollection, { input: ofCollection }),
      ),
    ).toEqual(expected);
  });

  it('is who has the level admin on it and create where it goes', async () => {
    await world.grant(space, cast.guest.userId, 'admin');
    await world.grantOnCollection(other, cast.guest.userId, 'admin');
    await world.grantOnCollection(collection, cast.guest.userId, 'review');
    for (const id of [space, other]) {
      const url = `${urlOf(id)}/move`;
      expect((await cast.guest.post(url, { parent: collection })).status).toBe(403);
      expect(
        (await cast.guest.post(url, { position: { before: pointer(collection) } })).status,
      ).toBe(403);
    }
    await world.db.prisma.grant.updateMany({
      where: { collectionId: collection, userId: cast.guest.userId },
      data: { role: 'create' },
    });
    expect(await move(cast.guest, space, { parent: collection })).toBe(200);
    expect(await move(cast.guest, other, { parent: collection, before: space })).toBe(200);
    expect(await move(cast.guest, space, { parent: null })).toBe(403);
  });

  it('arranges nothing in a collection that is hidden from them', async () => {
    const hidden = await world.collection(organization.id, { defaultLevel: null });
    const [first, second] = [
      await world.space(organization.id, { parentId: hidden.id }),
      await world.space(organization.id, { parentId: hidden.id }),
    ];
    for (const { id } of [first, second]) await world.grant(id, cast.create.userId, 'admin');
    expect(await move(cast.create, second.id, { before: first.id })).toBe(403);
    expect(await move(cast.create, second.id, { parent: hidden.id })).toBe(400);
    expect(await move(cast.create, second.id, { parent: null })).toBe(200);
  });

  it('sees the answer even when the move ends their own access', async () => {
    const from = await world.collection(organization.id, { defaultLevel: 'admin' });
    const to = await world.collection(organization.id, { defaultLevel: null });
    const { id } = await world.space(organization.id, { parentId: from.id });
    await world.grantOnCollection(to.id, cast.read.userId, 'create');
    const { status, body } = await cast.read.post(`${urlOf(id)}/move`, { parent: to.id });
    expect({ status, body }).toMatchObject({
      status: 200,
      body: { parent: to.id, permissions: { admin: false, edit: true } },
    });
  });
});
