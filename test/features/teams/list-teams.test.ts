import { beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../support/client.ts';
import { useOrganization, useWorld } from '../../support/use-world.ts';
import { createTeam } from './support.ts';

const world = useWorld();
const organization = useOrganization(world);
let owner: Client;
let guest: Client;
let docs: { id: string };
let support: { id: string };

beforeAll(async () => {
  owner = await world.member(organization.id, 'read');
  guest = await world.member(organization.id, null);
  docs = await createTeam(world, organization.id, { title: 'Docs 100%', owners: [owner] });
  support = await createTeam(world, organization.id, {
    title: 'Support',
    members: [owner, guest],
  });
});

const url = () => `/v1/orgs/${organization.id}/teams`;

async function idsOf(client: Client, query = ''): Promise<string[]> {
  const { status, body } = await client.get(`${url()}${query}`);
  expect(status).toBe(200);
  expect(body.count).toBe(body.items.length);
  return body.items.map(({ id }: { id: string }) => id);
}

const teamsQuery = /* GraphQL */ `
  query ($id: ID!, $owner: String, $title: String) {
    organization(id: $id) {
      teams(owner: $owner, title: $title) {
        totalCount
        nodes {
          id
        }
      }
    }
  }
`;

describe('listing the teams of an organization', () => {
  it('shows all to members, oldest first, and to guests those that they are in', async () => {
    expect(await idsOf(owner)).toEqual([docs.id, support.id]);
    expect(await idsOf(organization.admin)).toEqual([docs.id, support.id]);
    expect(await idsOf(guest)).toEqual([support.id]);
    const data = await guest.query(teamsQuery, { id: organization.id });
    expect(data.organization.teams).toEqual({ totalCount: 1, nodes: [{ id: support.id }] });
  });

  it('finds those that a member can manage: what they own, and all for an admin', async () => {
    expect(await idsOf(guest, `?owner=${owner.userId}`)).toEqual([]);
    expect(await idsOf(owner, `?owner=${owner.userId}`)).toEqual([docs.id]);
    expect(await idsOf(owner, `?owner=${guest.userId}`)).toEqual([]);
    expect(await idsOf(owner, `?owner=${organization.admin.userId}`)).toEqual([
      docs.id,
      support.id,
    ]);
    const stranger = await world.user();
    expect(await idsOf(owner, `?owner=${stranger.userId}`)).toEqual([]);
    const variables = { id: organization.id, owner: owner.userId };
    const data = await owner.query(teamsQuery, variables);
    expect(data.organization.teams.nodes).toEqual([{ id: docs.id }]);
  });

  it('finds by a part of the title in any case, and takes wildcards for what they are', async () => {
    expect(await idsOf(owner, '?title=SUPP')).toEqual([support.id]);
    expect(await idsOf(owner, `?title=${encodeURIComponent('100%')}`)).toEqual([docs.id]);
    expect(await idsOf(owner, '?title=D_cs')).toEqual([]);
    const { status, body } = await owner.get(`${url()}?title=${'x'.repeat(65)}`);
    expect({ status, message: body.error?.message }).toEqual({
      status: 400,
      message: '"title" must have at most 64 characters.',
    });
  });

  it('does not exist for strangers and disabled members', async () => {
    const disabled = await world.member(organization.id, 'admin', { disabled: true });
    for (const client of [await world.user(), disabled]) {
      expect((await client.get(url())).status).toBe(404);
    }
  });

  it('costs the same number of statements for one team and for many', async () => {
    const statements = async (limit: number) => {
      const texts = await world.statements(async () => {
        const { body } = await owner.get(`${url()}?limit=${limit}`);
        expect(body.items).toHaveLength(limit);
      });
      return texts.length;
    };
    const membersOf = async (first: number) => {
      const query = /* GraphQL */ `
        query ($id: ID!, $first: Int!) {
          organization(id: $id) {
            teams(first: $first) {
              nodes {
                members {
                  totalCount
                  nodes {
                    member {
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
        }
      `;
      const variables = { id: organization.id, first };
      return (await world.statements(() => owner.query(query, variables))).length;
    };
    const few = await statements(1);
    const fewOfMembers = await membersOf(1);
    for (let count = 0; count < 4; count += 1) {
      const [one, other] = [
        await world.member(organization.id, 'read'),
        await world.member(organization.id, 'edit'),
      ];
      await createTeam(world, organization.id, { owners: [one], members: [other, owner] });
    }
    expect(await statements(6)).toBe(few);
    expect(await membersOf(6)).toBe(fewOfMembers);
  });

  it('counts as its own the teams that the viewer owns', async () => {
    const flags = async (client: Client) =>
      (await client.get(`/v1/orgs/${organization.id}`)).body.permissions;
    expect(await flags(owner)).toMatchObject({ ownTeam: true, listTeams: true });
    expect(await flags(guest)).toMatchObject({ ownTeam: false, listTeams: false });
  });
});
