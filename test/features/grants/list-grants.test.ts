import { beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../../src/lib/id.ts';
import type { Cast } from '../../support/cast.ts';
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

const idsOf = ({ body }: { body: { count: number; items: { user: { id: string } }[] } }) => {
  expect(body.count).toBe(body.items.length);
  return body.items.map(({ user }) => user.id);
};

describe('the grants on a space or a collection', () => {
  it('are those on it alone, oldest first, with what was granted', async () => {
    const collection = await world.collection(organizationId);
    const { id } = await world.space(organizationId, { parentId: collection.id });
    await world.grantOnCollection(collection.id, cast.read.userId, 'edit');
    await world.grant(id, cast.guest.userId, 'comment');
    await world.grant(id, cast.admin.userId, 'read');
    const onSpace = await admin.get(`/v1/spaces/${id}/permissions/users`);
    expect(onSpace.body).toEqual({
      count: 2,
      items: [
        {
          permission: 'comment',
          user: expect.objectContaining({ object: 'user', id: cast.guest.userId }),
        },
        { permission: 'read', user: expect.objectContaining({ id: cast.admin.userId }) },
      ],
    });
    const onCollection = await admin.get(`/v1/collections/${collection.id}/permissions/users`);
    expect(idsOf(onCollection)).toEqual([cast.read.userId]);
  });

  it('are shown to members with a level, to a guest their own, and to no reader of a site', async () => {
    const { id } = await world.space(organizationId);
    await world.publish(id);
    await world.grant(id, cast.guest.userId, 'comment');
    await world.grant(id, cast.edit.userId, 'comment');
    const both = [cast.guest.userId, cast.edit.userId];
    const url = `/v1/spaces/${id}/permissions/users`;
    for (const [client, shown] of [
      [admin, both],
      [cast.read, both],
      [cast.guest, [cast.guest.userId]],
      [cast.stranger, []],
      [cast.disabled, []],
    ] as const) {
      expect(idsOf(await client.get(url))).toEqual(shown);
    }
  });

  it('are the same in the graph', async () => {
    const { id } = await world.space(organizationId);
    await world.grant(id, cast.guest.userId, 'comment');
    const { space } = await admin.query(
      /* GraphQL */ `
        query ($id: ID!) {
          space(id: $id) {
            userGrants {
              totalCount
              nodes {
                role
                createdAt
                user {
                  id
                }
              }
            }
          }
        }
      `,
      { id },
    );
    expect(space.userGrants).toEqual({
      totalCount: 1,
      nodes: [{ role: 'COMMENT', createdAt: expect.any(String), user: { id: cast.guest.userId } }],
    });
  });
});

describe('the grants to teams', () => {
  /** A team of one member, with a role on a place. */
  async function teamWith(member: Client, place: { spaceId: string } | { collectionId: string }) {
    const id = newId('Team');
    await world.db.prisma.team.create({
      data: {
        id,
        organizationId,
        title: 'Writers',
        members: { create: { userId: member.userId } },
        grants: { create: { ...place, id: newId('Grant'), role: 'review' } },
      },
    });
    return id;
  }

  it('are listed beside those to members, and a guest sees those to their teams', async () => {
    const { id: spaceId } = await world.space(organizationId);
    const { id: collectionId } = await world.collection(organizationId);
    for (const [place, url] of [
      [{ spaceId }, `/v1/spaces/${spaceId}`],
      [{ collectionId }, `/v1/collections/${collectionId}`],
    ] as const) {
      const ofGuest = await teamWith(cast.guest, place);
      const other = await teamWith(cast.edit, place);
      const { body } = await cast.read.get(`${url}/permissions/teams`);
      expect(body).toEqual({
        count: 2,
        items: [
          {
            permission: 'review',
            team: expect.objectContaining({ object: 'team', id: ofGuest, title: 'Writers' }),
          },
          { permission: 'review', team: expect.objectContaining({ id: other }) },
        ],
      });
      expect((await cast.guest.get(`${url}/permissions/teams`)).body).toMatchObject({
        count: 1,
        items: [{ team: { id: ofGuest } }],
      });
      expect((await admin.get(`${url}/permissions/users`)).body.count).toBe(0);
    }
  });

  it('are named where they decide a level', async () => {
    const { id } = await world.collection(organizationId);
    const space = await world.space(organizationId, { parentId: id });
    const team = await teamWith(cast.guest, { collectionId: id });
    const data = await admin.query(
      /* GraphQL */ `
        query ($id: ID!, $userId: ID) {
          space(id: $id) {
            access {
              nodes {
                source
                team {
                  id
                }
                user {
                  id
                }
              }
            }
            explainAccess(userId: $userId) {
              team {
                id
              }
            }
          }
        }
      `,
      { id: space.id, userId: cast.guest.userId },
    );
    expect(data.space.access.nodes).toContainEqual({
      source: 'COLLECTION_TEAM_GRANT',
      team: { id: team },
      user: { id: cast.guest.userId },
    });
    expect(data.space.explainAccess.team).toEqual({ id: team });
  });
});
