import { describe, expect, it } from 'vitest';
import { newId } from '../../../src/lib/id.ts';
import { graphOutcomes, restOutcomes } from '../../support/cast.ts';
import type { Client } from '../../support/client.ts';
import { useCast, useOrganization, useWorld } from '../../support/use-world.ts';
import { createTeam } from './support.ts';

const world = useWorld();
const organization = useOrganization(world);
const cast = useCast(world, organization);

const teamQuery = /* GraphQL */ `
  query ($organizationId: ID!, $id: ID!) {
    organization(id: $organizationId) {
      team(id: $id) {
        id
        title
        memberCount
        spaceCount
        organization {
          id
        }
        permissions {
          view
          admin
        }
        members {
          totalCount
          nodes {
            userId
            role
            member {
              role
              teamCount
              user {
                id
              }
            }
          }
        }
      }
    }
  }
`;

async function graphTeam(client: Client, id: string) {
  const data = await client.query(teamQuery, { organizationId: organization.id, id });
  return data.organization?.team ?? null;
}

const rest = (client: Client, team: { url: string }) => client.get(team.url);

describe('reading a team', () => {
  it('shows on /v1 all that the interface requires', async () => {
    const team = await createTeam(world, organization.id, {
      title: 'Writers',
      owners: [cast.edit],
      members: [cast.read],
    });
    const { status, body } = await cast.read.get(team.url);
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        object: 'team',
        id: team.id,
        title: 'Writers',
        members: 2,
        spaces: 0,
        createdAt: expect.any(String),
        permissions: { view: true, admin: false },
      },
    });
  });

  it('shows the same in the graph, with who is in it and as what', async () => {
    const team = await createTeam(world, organization.id, {
      title: 'Editors',
      owners: [cast.edit],
      members: [cast.guest],
    });
    expect(await graphTeam(cast.edit, team.id)).toEqual({
      id: team.id,
      title: 'Editors',
      memberCount: 2,
      spaceCount: 0,
      organization: { id: organization.id },
      permissions: { view: true, admin: true },
      members: {
        totalCount: 2,
        nodes: expect.arrayContaining([
          {
            userId: cast.edit.userId,
            role: 'OWNER',
            member: {
              role: 'EDIT',
              teamCount: expect.any(Number),
              user: { id: cast.edit.userId },
            },
          },
          expect.objectContaining({ userId: cast.guest.userId, role: 'MEMBER' }),
        ]),
      },
    });
  });

  it('is for every member but guests, on both surfaces', async () => {
    const team = await createTeam(world, organization.id);
    const everyRole = { read: 'ok', comment: 'ok', edit: 'ok', review: 'ok', create: 'ok' };
    const expected = { ...everyRole, admin: 'ok', guest: 404, disabled: 404, stranger: 404 };
    for (const url of [team.url, `${team.url}/members`]) {
      expect(await restOutcomes(cast, (client) => client.get(url))).toEqual(expected);
    }
    const graph = await graphOutcomes(cast, async (client) =>
      (await graphTeam(client, team.id)) === null ? 'NOT_FOUND' : undefined,
    );
    expect(graph).toEqual(expected);
    expect((await world.anonymous().get(team.url)).status).toBe(401);
  });

  it('lets guests see their own teams, and who is in them', async () => {
    const own = await createTeam(world, organization.id, {
      owners: [cast.edit],
      members: [cast.guest],
    });
    expect((await rest(cast.guest, own)).body).toMatchObject({
      members: 2,
      permissions: { view: true, admin: false },
    });
    const { body } = await cast.guest.get(`${own.url}/members`);
    expect(body.count).toBe(2);
    expect(body.items).toContainEqual({
      object: 'team-member',
      id: cast.edit.userId,
      role: 'owner',
      joinedAt: expect.any(String),
      member: expect.objectContaining({ object: 'member', id: cast.edit.userId, role: 'edit' }),
    });
  });

  it('does not exist for those in it who are disabled or have left the organization', async () => {
    const team = await createTeam(world, organization.id, {
      owners: [cast.disabled, cast.stranger],
    });
    for (const client of [cast.disabled, cast.stranger]) {
      expect((await rest(client, team)).status).toBe(404);
      const { node } = await client.query('query ($id: ID!) { node(id: $id) { id } }', {
        id: team.id,
      });
      expect(node).toBeNull();
    }
  });

  it('shows as admin who owns it or administrates the organization', async () => {
    const team = await createTeam(world, organization.id, {
      owners: [cast.read, cast.guest],
      members: [cast.create],
    });
    const flags = async (client: Client) => (await rest(client, team)).body.permissions.admin;
    expect(await flags(cast.read)).toBe(true);
    expect(await flags(cast.guest)).toBe(true);
    expect(await flags(organization.admin)).toBe(true);
    expect(await flags(cast.create)).toBe(false);
  });

  it('finds no team of another organization', async () => {
    const other = await world.organization();
    const team = await createTeam(world, other.id);
    const { status } = await organization.admin.get(`/v1/orgs/${organization.id}/teams/${team.id}`);
    expect(status).toBe(404);
    expect(await graphTeam(organization.admin, team.id)).toBeNull();
  });
});

describe('the number of spaces of a team', () => {
  async function grantTo(teamId: string, on: { spaceId: string } | { collectionId: string }) {
    const id = newId('Grant');
    await world.db.prisma.grant.create({ data: { id, teamId, role: 'edit', ...on } });
  }

  it('counts those with a grant of their own or above, each once, as far as they can be seen', async () => {
    const team = await createTeam(world, organization.id, { members: [cast.guest] });
    const outer = await world.collection(organization.id, { defaultLevel: null });
    const inner = await world.collection(organization.id, { parentId: outer.id });
    const nested = await world.space(organization.id, { parentId: inner.id });
    await world.space(organization.id, { parentId: outer.id, deletedAt: new Date() });
    const open = await world.space(organization.id);
    await world.space(organization.id);
    await grantTo(team.id, { collectionId: outer.id });
    await grantTo(team.id, { spaceId: nested.id });
    await grantTo(team.id, { spaceId: open.id });
    expect((await rest(organization.admin, team)).body.spaces).toBe(2);
    expect((await rest(cast.guest, team)).body.spaces).toBe(2);
    // The collection is hidden from members without a grant.
    expect((await rest(cast.read, team)).body.spaces).toBe(1);
  });
});
