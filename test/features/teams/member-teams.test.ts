import { beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../../src/lib/id.ts';
import type { Client } from '../../support/client.ts';
import { useOrganization, useWorld } from '../../support/use-world.ts';

const world = useWorld();
const organization = useOrganization(world);
let member: Client;
/** In the first team of the member only. */
let guest: Client;
let teams: { writers: string; readers: string };

beforeAll(async () => {
  member = await world.member(organization.id, 'read');
  guest = await world.member(organization.id, null);
  teams = {
    writers: await team('Writers', [
      [member, 'owner', 1],
      [guest, 'member', 2],
    ]),
    readers: await team('Proof_Readers', [[member, 'member', 3]]),
  };
  await team('Without them', []);
  const other = await world.organization();
  await world.db.prisma.member.create({
    data: { organizationId: other.id, userId: member.userId, role: 'read' },
  });
  await team('Elsewhere', [[member, 'member', 4]], other.id);
});

async function team(
  title: string,
  people: [Client, 'owner' | 'member', day: number][],
  organizationId = organization.id,
): Promise<string> {
  const { id } = await world.db.prisma.team.create({
    data: {
      id: newId('Team'),
      organizationId,
      title,
      members: {
        create: people.map(([{ userId }, role, day]) => ({
          userId,
          role,
          joinedAt: new Date(Date.UTC(2026, 0, day)),
        })),
      },
    },
  });
  return id;
}

const urlOf = ({ userId }: Client, query = '') =>
  `/v1/orgs/${organization.id}/members/${userId}/teams${query}`;

const memberTeams = /* GraphQL */ `
  query ($id: ID!, $userId: ID!, $title: String) {
    organization(id: $id) {
      member(userId: $userId) {
        teamCount
        teams(title: $title) {
          totalCount
          nodes {
            team {
              id
            }
            member {
              userId
              role
              member {
                role
              }
            }
          }
        }
      }
    }
  }
`;

async function idsOf(client: Client, whose: Client, query = ''): Promise<string[]> {
  const { status, body } = await client.get(urlOf(whose, query));
  expect(status).toBe(200);
  expect(body.count).toBe(body.items.length);
  return body.items.map((item: { team: { id: string } }) => item.team.id);
}

describe('the teams of a member', () => {
  it('show on /v1 each team with what they are in it, the last joined first', async () => {
    const { status, body } = await organization.admin.get(urlOf(member));
    expect(status).toBe(200);
    expect(body).toEqual({
      count: 2,
      items: [
        {
          team: expect.objectContaining({ object: 'team', id: teams.readers, members: 1 }),
          member: { object: 'team-member', role: 'member' },
        },
        {
          team: expect.objectContaining({ object: 'team', id: teams.writers, members: 2 }),
          member: { object: 'team-member', role: 'owner' },
        },
      ],
    });
  });

  it('show in the graph what the member is in the organization, too', async () => {
    const data = await member.query(memberTeams, {
      id: organization.id,
      userId: member.userId,
      title: 'WRIT',
    });
    expect(data.organization.member).toEqual({
      teamCount: 2,
      teams: {
        totalCount: 1,
        nodes: [
          {
            team: { id: teams.writers },
            member: { userId: member.userId, role: 'OWNER', member: { role: 'READ' } },
          },
        ],
      },
    });
  });

  it('are filtered by title in any case, and wildcards are what they are', async () => {
    expect(await idsOf(member, member, '?title=proof_')).toEqual([teams.readers]);
    expect(await idsOf(member, member, '?title=%25')).toEqual([]);
    const { status, body } = await member.get(urlOf(member, `?title=${'x'.repeat(65)}`));
    expect(status).toBe(400);
    expect(body.error.message).toContain('"title" must have at most 64 characters');
  });

  it('are those that exist for the viewer: a guest sees their own, and no other member', async () => {
    expect(await idsOf(guest, guest)).toEqual([teams.writers]);
    expect((await guest.get(urlOf(member))).status).toBe(404);
    expect(await idsOf(member, guest)).toEqual([teams.writers]);
    expect(await idsOf(member, organization.admin)).toEqual([]);
  });

  it('do not exist for strangers and disabled members', async () => {
    const disabled = await world.member(organization.id, 'admin', { disabled: true });
    for (const client of [await world.user(), disabled]) {
      expect((await client.get(urlOf(member))).status).toBe(404);
    }
  });

  it('are read for all members of a list in as many statements as for one', async () => {
    const query = `query ($id: ID!, $first: Int!) {
      organization(id: $id) {
        members(first: $first) {
          nodes { teamCount teams(first: 5) { totalCount nodes { team { title } member { role } } } }
        }
      }
    }`;
    const statements = (first: number) =>
      world.plannedStatements(async () => {
        const { organization: found } = await member.query(query, { id: organization.id, first });
        expect(found.members.nodes).toHaveLength(first);
      });
    for (let count = 0; count < 5; count += 1) {
      const client = await world.member(organization.id, 'read');
      await team('More', [[client, 'member', 5]]);
    }
    expect((await statements(7)).length).toBe((await statements(1)).length);
  });
});
