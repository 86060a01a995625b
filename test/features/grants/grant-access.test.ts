import { beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../../src/lib/id.ts';
import { allowedFrom, graphOutcomes, restOutcomes, type Cast } from '../../support/cast.ts';
import type { Client } from '../../support/client.ts';
import { useWorld } from '../../support/use-world.ts';

const world = useWorld();
let organizationId: string;
let admin: Client;
let cast: Cast;

beforeAll(async () => {
  ({ id: organizationId, admin } = await world.organization());
  cast = await world.cast(organizationId);
});

/** A space and a collection, with the names that they have on each surface. */
async function newPlaces() {
  const space = await world.space(organizationId);
  const collection = await world.collection(organizationId);
  return [
    { url: `/v1/spaces/${space.id}/permissions`, ref: { spaceId: space.id } },
    { url: `/v1/collections/${collection.id}/permissions`, ref: { collectionId: collection.id } },
  ] as const;
}

type Place = Awaited<ReturnType<typeof newPlaces>>[number];

const grantAccess = /* GraphQL */ `
  mutation ($input: GrantAccessInput!) {
    grantAccess(input: $input) {
      space {
        id
      }
      collection {
        id
      }
    }
  }
`;

/** What was granted on a place, by the id of the user or the team. */
async function granted({ ref }: Place): Promise<Record<string, string>> {
  const grants = await world.db.prisma.grant.findMany({ where: ref });
  return Object.fromEntries(grants.map(({ userId, teamId, role }) => [userId ?? teamId, role]));
}

async function newTeam(organization: string = organizationId): Promise<string> {
  const id = newId('Team');
  await world.db.prisma.team.create({ data: { id, organizationId: organization, title: 'Any' } });
  return id;
}

const message = ({ body }: { body: { error: { message: string } } }) => body.error.message;

describe('granting access', () => {
  it('gives members, guests and teams a role on a space or a collection', async () => {
    const team = await newTeam();
    for (const place of await newPlaces()) {
      const users = [cast.guest.userId, cast.read.userId];
      const answer = await admin.post(place.url, { role: 'comment', users, teams: [team] });
      expect(answer).toMatchObject({ status: 204, body: undefined });
      expect(await granted(place)).toEqual({
        [cast.guest.userId]: 'comment',
        [cast.read.userId]: 'comment',
        [team]: 'comment',
      });
    }
  });

  it('answers the place in the graph', async () => {
    const [onSpace, onCollection] = await newPlaces();
    const grant = (place: Place) =>
      admin.query(grantAccess, {
        input: { ...place.ref, role: 'EDIT', users: [cast.guest.userId] },
      });
    expect(await grant(onSpace)).toEqual({
      grantAccess: { space: { id: onSpace.ref.spaceId }, collection: null },
    });
    expect(await grant(onCollection)).toEqual({
      grantAccess: { space: null, collection: { id: onCollection.ref.collectionId } },
    });
  });

  it('replaces what was granted before, with a weaker role too, and null takes it away', async () => {
    for (const place of await newPlaces()) {
      const users = [cast.guest.userId];
      const roles = [];
      for (const role of ['edit', 'read', null]) {
        expect((await admin.post(place.url, { role, users })).status).toBe(204);
        roles.push((await granted(place))[cast.guest.userId]);
      }
      expect(roles).toEqual(['edit', 'read', undefined]);
    }
  });

  it('is for those with the level admin, on both surfaces', async () => {
    for (const place of await newPlaces()) {
      const body = { role: 'read', users: [cast.guest.userId] };
      // The guest comes first, and has nothing yet.
      const rest = await restOutcomes(cast, async (client) => {
        await world.db.prisma.grant.deleteMany({ where: place.ref });
        return client.post(place.url, body);
      });
      expect(rest).toEqual(allowedFrom('admin'));
      await world.db.prisma.grant.deleteMany({ where: place.ref });
      const graph = await graphOutcomes(cast, async (client) => {
        await world.db.prisma.grant.deleteMany({ where: place.ref });
        return client.errorCode(grantAccess, { input: { ...place.ref, ...body, role: 'READ' } });
      });
      expect(graph).toEqual(allowedFrom('admin'));
    }
  });

  it('can be done by a guest who administrates the place', async () => {
    for (const place of await newPlaces()) {
      await admin.post(place.url, { role: 'admin', users: [cast.guest.userId] });
      const users = [cast.read.userId];
      expect((await cast.guest.post(place.url, { role: 'admin', users })).status).toBe(204);
    }
  });

  it('names who does not belong to the organization, and grants nothing then', async () => {
    const other = await world.organization();
    const foreignTeam = await newTeam(other.id);
    for (const place of await newPlaces()) {
      for (const [subject, id] of [
        ['users', cast.stranger.userId],
        ['users', 'usr_missing'],
        ['teams', foreignTeam],
        ['teams', cast.read.userId],
      ] as const) {
        const users = subject === 'users' ? [cast.read.userId, id] : [cast.read.userId];
        const teams = subject === 'teams' ? { teams: [id] } : {};
        const answer = await admin.post(place.url, { role: 'edit', users, ...teams });
        expect(answer.status).toBe(404);
        expect(message(answer)).toContain(`"${id}"`);
        expect(await granted(place)).toEqual({});
      }
    }
  });

  it('refuses nobody, an id twice, more than 100 and an unknown role by name', async () => {
    const [{ url }] = await newPlaces();
    const { userId } = cast.guest;
    const many = Array.from({ length: 101 }, (_, index) => `usr_${index}`);
    for (const [body, named] of [
      [{ role: 'read' }, '"users" or "teams"'],
      [{ role: 'read', users: [] }, '"users" must have at least 1 item'],
      [{ role: 'read', users: [userId, userId] }, '"users.1" appears twice'],
      [{ role: 'read', teams: ['a', 'b', 'a'] }, '"teams.2" appears twice'],
      [{ role: 'read', users: many }, '"users" must have at most 100 items'],
      [{ role: 'owner', users: [userId] }, '"role"'],
      [{ users: [userId] }, '"role"'],
      [{ role: 'read', users: null }, '"users"'],
      [{ role: 'read', users: [userId], spaceId: 'sp_other' }, '"spaceId"'],
      [{ role: 'read', users: [userId], collectionId: 'col_other' }, '"collectionId"'],
    ] as const) {
      const answer = await admin.post(url, body);
      expect({ body, status: answer.status }).toEqual({ body, status: 400 });
      expect(message(answer)).toContain(named);
    }
  });

  it('takes one place in the graph, neither none nor two', async () => {
    const [onSpace, onCollection] = await newPlaces();
    for (const ref of [{}, { ...onSpace.ref, ...onCollection.ref }]) {
      const input = { ...ref, role: 'READ', users: [cast.guest.userId] };
      expect(await admin.errorCode(grantAccess, { input })).toBe('BAD_USER_INPUT');
    }
  });

  it('leaves an admin of the organization an admin', async () => {
    for (const place of await newPlaces()) {
      const users = [cast.admin.userId];
      expect((await admin.post(place.url, { role: 'read', users })).status).toBe(204);
      const { body } = await admin.get(`${place.url}/aggregate?limit=1000`);
      expect(
        body.items.find(({ user }: { user: { id: string } }) => user.id === cast.admin.userId),
      ).toMatchObject({ permission: 'admin' });
    }
  });

  it('is refused on a deleted space', async () => {
    const space = await world.space(organizationId, { deletedAt: new Date() });
    const url = `/v1/spaces/${space.id}/permissions`;
    const answer = await admin.post(url, { role: 'read', users: [cast.guest.userId] });
    expect(answer.status).toBe(409);
  });

  it('of many at once leaves one grant for each', async () => {
    for (const place of await newPlaces()) {
      const users = [cast.guest.userId, cast.read.userId, cast.edit.userId];
      const answers = await Promise.all(
        ['read', 'edit', 'create', 'review'].map((role, index) =>
          admin.post(place.url, { role, users: index % 2 ? users : users.toReversed() }),
        ),
      );
      expect(answers.map(({ status }) => status)).toEqual([204, 204, 204, 204]);
      expect(new Set(Object.values(await granted(place))).size).toBe(1);
    }
  });

  it('takes as many statements for twenty members as for one', async () => {
    const members = await Promise.all(
      Array.from({ length: 20 }, () => world.member(organizationId, null)),
    );
    const [{ url }] = await newPlaces();
    const statements = async (users: string[]) =>
      (await world.statements(() => admin.post(url, { role: 'read', users }))).length;
    const ofOne = await statements([members[0]?.userId ?? '']);
    expect(await statements(members.map(({ userId }) => userId))).toBe(ofOne);
  });
});
