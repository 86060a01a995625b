import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '../../../src/lib/id.ts';
import { allowedFrom, graphOutcomes, restOutcomes, type Cast } from '../../support/cast.ts';
import type { Client } from '../../support/client.ts';
import { useWorld } from '../../support/use-world.ts';

const world = useWorld();
let organizationId: string;
let admin: Client;
let cast: Cast;
let member: Client;
let teamId: string;
let places: Place[];

/** A place with a grant of `comment` to the member and to the team. */
interface Place {
  url: string;
  ref: { spaceId: string } | { collectionId: string };
}

beforeAll(async () => {
  ({ id: organizationId, admin } = await world.organization());
  cast = await world.cast(organizationId);
  member = await world.member(organizationId, 'read');
  teamId = newId('Team');
  await world.db.prisma.team.create({ data: { id: teamId, organizationId, title: 'Any' } });
});

beforeEach(async () => {
  const space = await world.space(organizationId);
  const collection = await world.collection(organizationId);
  places = [
    { url: `/v1/spaces/${space.id}/permissions`, ref: { spaceId: space.id } },
    { url: `/v1/collections/${collection.id}/permissions`, ref: { collectionId: collection.id } },
  ];
  for (const { url } of places) await give(url);
});

const give = (url: string) =>
  admin.post(url, { role: 'comment', users: [member.userId], teams: [teamId] });

/** The paths of the grant to the member and of that to the team, and their names in the graph. */
const subjects = () => [
  { path: `users/${member.userId}`, subject: { userId: member.userId } },
  { path: `teams/${teamId}`, subject: { teamId } },
];

async function roleOf(place: Place, subject: { userId: string } | { teamId: string }) {
  const grant = await world.db.prisma.grant.findFirst({ where: { ...place.ref, ...subject } });
  return grant?.role;
}

const updateAccess = /* GraphQL */ `
  mutation ($input: UpdateAccessInput!) {
    updateAccess(input: $input) {
      space {
        id
      }
      collection {
        id
      }
    }
  }
`;

const revokeAccess = /* GraphQL */ `
  mutation ($input: RevokeAccessInput!) {
    revokeAccess(input: $input) {
      space {
        id
      }
      collection {
        id
      }
    }
  }
`;

/** Runs a check for each place and each subject. */
async function forEachGrant(
  check: (place: Place, grant: ReturnType<typeof subjects>[number]) => Promise<void>,
) {
  for (const place of places) for (const subject of subjects()) await check(place, subject);
}

describe('changing a grant', () => {
  it('sets its role, leaves it when the role is left out, and takes it away with null', async () => {
    await forEachGrant(async (place, { path, subject }) => {
      const roles = [];
      for (const body of [{ role: 'edit' }, {}, { role: null }]) {
        expect((await admin.patch(`${place.url}/${path}`, body)).status).toBe(204);
        roles.push(await roleOf(place, subject));
      }
      expect(roles).toEqual(['edit', 'edit', undefined]);
    });
  });

  it('is for those with the level admin, on both surfaces', async () => {
    await forEachGrant(async (place, { path, subject }) => {
      const rest = await restOutcomes(cast, (client) =>
        client.patch(`${place.url}/${path}`, { role: 'edit' }),
      );
      expect(rest).toEqual(allowedFrom('admin'));
      const input = { ...place.ref, ...subject, role: 'EDIT' };
      const graph = await graphOutcomes(cast, (client) =>
        client.errorCode(updateAccess, { input }),
      );
      expect(graph).toEqual(allowedFrom('admin'));
    });
  });

  it('finds none where none was given, and none of those that a guest does not see', async () => {
    const [place] = places;
    for (const path of [`users/${cast.edit.userId}`, 'users/usr_missing', 'teams/team_missing']) {
      const answer = await admin.patch(`${place?.url}/${path}`, { role: 'edit' });
      expect(answer.status).toBe(404);
    }
    await admin.post(place?.url ?? '', { role: 'admin', users: [cast.guest.userId] });
    const hidden = await cast.guest.patch(`${place?.url}/users/${member.userId}`, { role: 'edit' });
    expect(hidden.status).toBe(404);
  });

  it('refuses an unknown role, and neither or both of member and team, by name', async () => {
    const [place] = places;
    const answer = await admin.patch(`${place?.url}/users/${member.userId}`, { role: 'owner' });
    expect(answer).toMatchObject({ status: 400 });
    for (const subject of [{}, { userId: member.userId, teamId }]) {
      const input = { ...place?.ref, ...subject, role: 'EDIT' };
      expect(await admin.errorCode(updateAccess, { input })).toBe('BAD_USER_INPUT');
    }
  });

  it('answers no place to one who takes their own access away', async () => {
    const space = await world.space(organizationId);
    const keeper = await world.member(organizationId, null);
    await world.grant(space.id, keeper.userId, 'admin');
    const input = { spaceId: space.id, userId: keeper.userId, role: null };
    const data = await keeper.query(updateAccess, { input });
    expect(data).toEqual({ updateAccess: { space: null, collection: null } });
  });
});

describe('revoking a grant', () => {
  it('takes it away, and succeeds again when there is none', async () => {
    await forEachGrant(async (place, { path, subject }) => {
      for (const _attempt of [1, 2]) {
        const answer = await admin.delete(`${place.url}/${path}`);
        expect(answer).toMatchObject({ status: 204, body: undefined });
        expect(await roleOf(place, subject)).toBeUndefined();
      }
    });
  });

  it('is for those with the level admin; who does not see the grant succeeds at nothing', async () => {
    const expected = { ...allowedFrom('admin'), guest: 'ok', disabled: 'ok', stranger: 'ok' };
    await forEachGrant(async (place, { path, subject }) => {
      const rest = await restOutcomes(cast, async (client, kind) => {
        const answer = await client.delete(`${place.url}/${path}`);
        expect(await roleOf(place, subject)).toBe(kind === 'admin' ? undefined : 'comment');
        return answer;
      });
      expect(rest).toEqual(expected);
      await give(place.url);
      const graph = await graphOutcomes(cast, (client) =>
        client.errorCode(revokeAccess, { input: { ...place.ref, ...subject } }),
      );
      expect(graph).toEqual(expected);
    });
  });
});
