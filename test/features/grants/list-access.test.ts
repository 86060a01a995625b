import { beforeAll, describe, expect, it } from 'vitest';
import { roles } from '../../../src/auth/roles.ts';
import type { Kind, Cast } from '../../support/cast.ts';
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

interface Item {
  permission: string;
  user: { id: string };
}

/** The levels that an aggregate shows to somebody, by kind of the cast. */
async function levelsShown(url: string, client: Client): Promise<Partial<Record<Kind, string>>> {
  const { status, body } = await client.get<{ count: number; items: Item[] }>(
    `${url}/permissions/aggregate?limit=1000`,
  );
  expect(status).toBe(200);
  expect(body.count).toBe(body.items.length);
  const kinds = new Map(Object.entries(cast).map(([kind, { userId }]) => [userId, kind]));
  return Object.fromEntries(
    body.items.flatMap(({ permission, user }) => {
      const kind = kinds.get(user.id);
      return kind === undefined ? [] : [[kind, permission]];
    }),
  );
}

const byRole = Object.fromEntries(roles.map((role) => [role, role]));

const accessQuery = /* GraphQL */ `
  query ($id: ID!, $role: Role) {
    space(id: $id) {
      access(first: 100, role: $role) {
        totalCount
        nodes {
          level
          source
          collection {
            id
          }
          user {
            id
          }
        }
      }
    }
  }
`;

describe('who has access to a space or a collection', () => {
  it('is every enabled member with a role, by default with the level of that role', async () => {
    const space = await world.space(organizationId);
    const collection = await world.collection(organizationId);
    for (const url of [`/v1/spaces/${space.id}`, `/v1/collections/${collection.id}`]) {
      expect(await levelsShown(url, admin)).toEqual(byRole);
      expect(await levelsShown(url, cast.read)).toEqual(byRole);
    }
  });

  it('is those with a grant and the admins, where the default is no access', async () => {
    const { id } = await world.space(organizationId, { defaultLevel: null });
    await world.grant(id, cast.guest.userId, 'comment');
    await world.grant(id, cast.disabled.userId, 'edit');
    await world.grant(id, cast.stranger.userId, 'edit');
    expect(await levelsShown(`/v1/spaces/${id}`, admin)).toEqual({
      guest: 'comment',
      admin: 'admin',
    });
  });

  it('is shown with an admin’s level, whatever was granted to them', async () => {
    const { id } = await world.space(organizationId);
    await world.grant(id, cast.admin.userId, 'read');
    await world.grant(id, cast.create.userId, 'read');
    const shown = await levelsShown(`/v1/spaces/${id}`, admin);
    expect(shown).toEqual({ ...byRole, create: 'read', admin: 'admin' });
  });

  it('shows a guest themselves, and who has no level nothing', async () => {
    const { id } = await world.space(organizationId, { defaultLevel: null });
    await world.publish(id);
    await world.grant(id, cast.guest.userId, 'edit');
    expect(await levelsShown(`/v1/spaces/${id}`, cast.guest)).toEqual({ guest: 'edit' });
    for (const reader of [cast.read, cast.disabled, cast.stranger]) {
      expect(await levelsShown(`/v1/spaces/${id}`, reader)).toEqual({});
    }
  });

  it('can be asked for one level', async () => {
    const { id } = await world.space(organizationId);
    await world.grant(id, cast.read.userId, 'edit');
    const { body } = await admin.get(`/v1/spaces/${id}/permissions/aggregate?role=edit`);
    expect(body.count).toBe(2);
    expect(body.items.map(({ user }: Item) => user.id).toSorted()).toEqual(
      [cast.read.userId, cast.edit.userId].toSorted(),
    );
    const answer = await admin.get(`/v1/spaces/${id}/permissions/aggregate?role=guest`);
    expect(answer.status).toBe(400);
  });

  it('comes with what decides it in the graph', async () => {
    const outer = await world.collection(organizationId, { defaultLevel: 'comment' });
    const inner = await world.collection(organizationId, { parentId: outer.id });
    const { id } = await world.space(organizationId, { parentId: inner.id });
    await world.grantOnCollection(inner.id, cast.guest.userId, 'edit');
    await world.grant(id, cast.create.userId, 'review');
    const { space } = await admin.query(accessQuery, { id });
    const shown = Object.fromEntries(
      space.access.nodes.map(({ user, ...rest }: Item) => [user.id, rest]),
    );
    expect(shown).toMatchObject({
      [cast.admin.userId]: { level: 'ADMIN', source: 'ORGANIZATION_ROLE', collection: null },
      [cast.guest.userId]: {
        level: 'EDIT',
        source: 'COLLECTION_GRANT',
        collection: { id: inner.id },
      },
      [cast.create.userId]: { level: 'REVIEW', source: 'GRANT', collection: null },
      [cast.edit.userId]: {
        level: 'COMMENT',
        source: 'COLLECTION_DEFAULT',
        collection: { id: outer.id },
      },
    });
    expect(space.access.totalCount).toBe(space.access.nodes.length);
  });
});
