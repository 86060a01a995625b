import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { levelSql } from '../../../src/auth/level-sql.ts';
import { roles } from '../../../src/auth/roles.ts';
import { sql } from '../../../src/database/database.ts';
import { newId } from '../../../src/lib/id.ts';
import { allowedFrom, graphOutcomes, restOutcomes, type Cast } from '../../support/cast.ts';
import type { Client } from '../../support/client.ts';
import { useWorld } from '../../support/use-world.ts';
import { fillPlace } from '../collections/support.ts';
import { idsIn, urlOf } from './support.ts';
import { lawCount } from '../../support/law-count.ts';

const world = useWorld();
let organization: { id: string; admin: Client };
let cast: Cast;
let collection: string;
let path: string;

beforeEach(async () => {
  organization = await world.organization();
  cast = await world.cast(organization.id);
  ({ id: collection } = await world.collection(organization.id));
  path = urlOf(collection);
});

const deleteCollection = /* GraphQL */ `
  mutation ($input: DeleteCollectionInput!) {
    deleteCollection(input: $input) {
      deletedCollectionId
    }
  }
`;

const add = (parentId: string, options: object = {}) =>
  world.space(organization.id, { parentId, ...options });

describe('deleting a collection', () => {
  it('answers 204 without a body, and there is none any more', async () => {
    const { status, body } = await organization.admin.delete(path);
    expect({ status, body }).toEqual({ status: 204, body: undefined });
    expect((await organization.admin.get(path)).status).toBe(404);
    const { collections } = (
      await organization.admin.query(
        'query ($id: ID!) { organization(id: $id) { collections { totalCount } } }',
        { id: organization.id },
      )
    ).organization;
    expect(collections.totalCount).toBe(0);
  });

  it('succeeds again, and for one that never was, on both surfaces', async () => {
    for (const id of [collection, collection, 'col_missing']) {
      expect((await organization.admin.delete(urlOf(id))).status).toBe(204);
      const data = await organization.admin.query(deleteCollection, {
        input: { collectionId: id },
      });
      expect(data).toEqual({ deleteCollection: { deletedCollectionId: id } });
    }
  });

  it('puts what lies in it where it lay, in its order', async () => {
    const before = await world.space(organization.id);
    const self = await world.collection(organization.id);
    const after = await world.collection(organization.id);
    const [first, second, third] = [
      await add(self.id),
      await world.collection(organization.id, { parentId: self.id }),
      await add(self.id),
    ];
    const below = await add(second.id);
    expect((await organization.admin.delete(urlOf(self.id))).status).toBe(204);
    expect(await idsIn(world, organization.id, null)).toEqual([
      ...[collection, before.id],
      ...[first.id, second.id, third.id],
      after.id,
    ]);
    expect(await idsIn(world, organization.id, second.id)).toEqual([below.id]);
  });

  it('in another collection leaves what lies in it there', async () => {
    const inner = await world.collection(organization.id, { parentId: collection });
    const { id } = await add(inner.id);
    await organization.admin.delete(urlOf(inner.id));
    const { body } = await organization.admin.get(urlOf(id));
    expect(body.parent).toBe(collection);
  });

  it('keeps the sites that use its spaces', async () => {
    const { id } = await add(collection);
    const { siteId } = await world.publish(id);
    const site = `/v1/orgs/${organization.id}/sites/${siteId}`;
    const before = await organization.admin.get(`${site}/site-spaces`);
    await organization.admin.delete(path);
    const after = await organization.admin.get(`${site}/site-spaces`);
    expect(after.body.count).toBe(1);
    expect(after.body.items[0].id).toBe(before.body.items[0].id);
    expect(after.body.items[0].space).toMatchObject({ id, visibility: 'public' });
  });

  it('lets deleted spaces be restored, to where it lay', async () => {
    const { id } = await add(collection, { deletedAt: new Date() });
    await organization.admin.delete(path);
    const { status, body } = await organization.admin.post(`${urlOf(id)}/restore`);
    expect({ status, id: body.id, parent: body.parent }).toEqual({
      status: 200,
      id,
      parent: undefined,
    });
  });

  it('opens to nobody what it hid', async () => {
    const hidden = await world.collection(organization.id, { defaultLevel: null });
    const [space, own] = [await add(hidden.id), await add(hidden.id, { defaultLevel: 'read' })];
    const child = await world.collection(organization.id, { parentId: hidden.id });
    await world.grantOnCollection(hidden.id, cast.guest.userId, 'edit');
    await organization.admin.delete(urlOf(hidden.id));
    for (const { id } of [space, child]) {
      const outcomes = await restOutcomes(cast, (client) => client.get(urlOf(id)));
      expect(Object.entries(outcomes).filter(([, outcome]) => outcome === 'ok')).toEqual([
        ['guest', 'ok'],
        ['admin', 'ok'],
      ]);
    }
    expect((await cast.guest.get(urlOf(space.id))).body).toMatchObject({
      defaultLevel: null,
      permissions: { edit: true, review: false },
    });
    expect((await organization.admin.get(urlOf(own.id))).body.defaultLevel).toBe('read');
  });

  it('is for the level admin; where it is hidden, it sounds like a missing one', async () => {
    const hidden = { guest: 'ok', disabled: 'ok', stranger: 'ok' };
    const expected = { ...allowedFrom('admin'), ...hidden };
    expect(await restOutcomes(cast, (client) => client.delete(path))).toEqual(expected);
    const input = { collectionId: (await world.collection(organization.id)).id };
    const outcomes = await graphOutcomes(cast, (client) =>
      client.errorCode(deleteCollection, { input }),
    );
    expect(outcomes).toEqual(expected);
  });

  it('is for that level by a grant, too, whatever the level above', async () => {
    const hidden = await world.collection(organization.id, { defaultLevel: null });
    const inner = await world.collection(organization.id, { parentId: hidden.id });
    const { id } = await add(inner.id);
    await world.grantOnCollection(inner.id, cast.guest.userId, 'admin');
    expect((await cast.guest.delete(urlOf(inner.id))).status).toBe(204);
    expect((await cast.guest.get(urlOf(id))).body.permissions.admin).toBe(true);
  });

  it('moves 10000 spaces in as many statements as a few', async () => {
    const deletion = async (spaces: number) => {
      const { id } = await world.collection(organization.id);
      await fillPlace(world, organization.id, id, { spaces, collections: 2 });
      await world.grantOnCollection(id, cast.guest.userId, 'read');
      const texts = await world.statements(async () => {
        expect((await organization.admin.delete(urlOf(id))).status).toBe(204);
      });
      return texts.length;
    };
    await organization.admin.get('/v1/user');
    expect(await deletion(10_000)).toBe(await deletion(3));
    const { id } = await world.collection(organization.id);
    await fillPlace(world, organization.id, id, { spaces: 10_000 });
    const { status, body } = await organization.admin.delete(urlOf(id));
    expect({ status, message: body.error.message }).toEqual({
      status: 409,
      message: 'At most 20000 spaces and collections can be in one place: move or delete some.',
    });
    expect((await organization.admin.get(urlOf(id))).status).toBe(200);
  });
});

const USERS = 3;
const TEAMS = 2;
const maybeRole = fc.option(fc.constantFrom(...roles), { nil: undefined, freq: 2 });
const defaultLevel = fc.option(fc.constantFrom(...roles, 'inherit', 'inherit', 'inherit'), {
  nil: null,
  freq: 4,
});

/** Who was granted what on one place: users, then teams. */
const grants = fc.array(maybeRole, { minLength: USERS + TEAMS, maxLength: USERS + TEAMS });
const place = fc.record({ defaultLevel, grants });

/** People in teams, a collection above the one that is deleted, and what lies in it. */
const situation = fc.record({
  roles: fc.array(fc.option(fc.constantFrom(...roles), { nil: null }), {
    minLength: USERS,
    maxLength: USERS,
  }),
  memberships: fc.array(fc.boolean(), { minLength: USERS * TEAMS, maxLength: USERS * TEAMS }),
  above: place,
  deleted: place,
  space: place,
  child: place,
  spaceBelow: place,
});

type Situation = typeof situation extends fc.Arbitrary<infer Value> ? Value : never;
type Place = Situation['above'];

async function build(given: Situation) {
  const { id: organizationId, admin } = await world.organization();
  const users: Client[] = [];
  for (const role of given.roles) users.push(await world.member(organizationId, role));
  const teamIds = Array.from({ length: TEAMS }, () => newId('Team'));
  const { prisma } = world.db;
  await prisma.team.createMany({
    data: teamIds.map((id) => ({ id, organizationId, title: 'Any' })),
  });
  await prisma.teamMember.createMany({
    data: given.memberships.flatMap((belongs, index) => {
      const [userId, teamId] = [users[index % USERS]?.userId, teamIds[Math.floor(index / USERS)]];
      return belongs && userId && teamId ? [{ userId, teamId }] : [];
    }),
  });
  const share = async (
    on: { spaceId: string } | { collectionId: string },
    { grants: granted }: Place,
  ) => {
    const subjects = [
      ...users.map(({ userId }) => ({ userId })),
      ...teamIds.map((teamId) => ({ teamId })),
    ];
    await prisma.grant.createMany({
      data: granted.flatMap((role, index) =>
        role ? [{ id: newId('Grant'), ...on, ...subjects[index], role }] : [],
      ),
    });
  };
  const collectionIn = async (parent: string | undefined, its: Place) => {
    const { id } = await world.collection(organizationId, {
      ...(parent !== undefined && { parentId: parent }),
      defaultLevel: its.defaultLevel,
    });
    await share({ collectionId: id }, its);
    return id;
  };
  const spaceIn = async (parentId: string, its: Place) => {
    const { id } = await world.space(organizationId, {
      parentId,
      defaultLevel: its.defaultLevel,
    });
    await share({ spaceId: id }, its);
    return id;
  };
  const above = await collectionIn(undefined, given.above);
  const deleted = await collectionIn(above, given.deleted);
  const child = await collectionIn(deleted, given.child);
  const spaceIds = [await spaceIn(deleted, given.space), await spaceIn(child, given.spaceBelow)];
  /** The level of each user on the collection and the spaces that stay. */
  const levels = () =>
    world.db.query(sql`
      SELECT u.id, t.id, ${levelSql('space', sql`t`, sql`u.id`)} AS level
      FROM spaces t CROSS JOIN users u
      WHERE t.id = ANY(${spaceIds}::text[]) AND u.id = ANY(${users.map(({ userId }) => userId)}::text[])
      UNION ALL
      SELECT u.id, t.id, ${levelSql('collection', sql`t`, sql`u.id`)} AS level
      FROM collections t CROSS JOIN users u
      WHERE t.id = ${child} AND u.id = ANY(${users.map(({ userId }) => userId)}::text[])
      ORDER BY 1, 2`);
  return { admin, deleted, levels };
}

it('changes the level of nobody on what lay in the collection', async () => {
  await fc.assert(
    fc.asyncProperty(situation, async (given) => {
      const { admin, deleted, levels } = await build(given);
      const before = await levels();
      expect(before).toHaveLength(USERS * 3);
      expect((await admin.delete(urlOf(deleted))).status).toBe(204);
      expect(await levels()).toEqual(before);
    }),
    { numRuns: lawCount(60), endOnFailure: true },
  );
});
