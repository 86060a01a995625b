import { beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../../src/lib/id.ts';
import { allowedFrom, graphOutcomes, restOutcomes } from '../../support/cast.ts';
import type { Client } from '../../support/client.ts';
import { useOrganization, useWorld } from '../../support/use-world.ts';
import { rolesIn } from './support.ts';

const world = useWorld();
const organization = useOrganization(world);
let reader: Client;
let guest: Client;

beforeAll(async () => {
  reader = await world.member(organization.id, 'read');
  guest = await world.member(organization.id, null);
});

const url = () => `/v1/orgs/${organization.id}/teams`;

const createTeam = /* GraphQL */ `
  mutation ($input: CreateTeamInput!) {
    createTeam(input: $input) {
      team {
        title
        memberCount
        organization {
          permissions {
            ownTeam
          }
        }
      }
    }
  }
`;

describe('creating a team', () => {
  it('makes the creator its owner and the others members, each once', async () => {
    const { admin } = organization;
    const members = [reader.userId, guest.userId, reader.userId, admin.userId];
    const { status, body } = await admin.put(url(), { title: 'Writers', members });
    expect({ status, body }).toMatchObject({
      status: 201,
      body: { object: 'team', title: 'Writers', members: 3, permissions: { admin: true } },
    });
    expect(await rolesIn(admin, `${url()}/${body.id}`)).toEqual({
      [admin.userId]: 'owner',
      [reader.userId]: 'member',
      [guest.userId]: 'member',
    });
  });

  it('does the same in the graph, and lets the answer know that the viewer owns a team', async () => {
    const other = await world.organization();
    const data = await other.admin.query(createTeam, {
      input: { organizationId: other.id, title: 'First' },
    });
    expect(data.createTeam.team).toEqual({
      title: 'First',
      memberCount: 1,
      organization: { permissions: { ownTeam: true } },
    });
  });

  it('is for admins on both surfaces', async () => {
    const cast = await world.cast(organization.id);
    // Guests see the organization, and get 403.
    const expected = { ...allowedFrom('admin'), guest: 403 };
    expect(await restOutcomes(cast, (client) => client.put(url(), { title: 'New' }))).toEqual(
      expected,
    );
    const input = { organizationId: organization.id, title: 'New' };
    expect(await graphOutcomes(cast, (client) => client.errorCode(createTeam, { input }))).toEqual(
      expected,
    );
  });

  it('takes members of the organization only, and creates nothing otherwise', async () => {
    const { userId } = await world.user();
    const { status, body } = await organization.admin.put(url(), {
      title: 'Outsiders',
      members: [reader.userId, userId],
    });
    expect({ status, message: body.error.message }).toEqual({
      status: 404,
      message: `No member with the id "${userId}" was found: check the id, and that you have access.`,
    });
    const { body: list } = await organization.admin.get(`${url()}?title=Outsiders`);
    expect(list.count).toBe(0);
  });

  it.each([
    [{}, '"title" must be of type string.'],
    [{ title: '' }, '"title" must have at least 1 character.'],
    [{ title: 'x'.repeat(65) }, '"title" must have at most 64 characters.'],
    [{ title: null }, '"title"'],
    [{ title: 'x', members: null }, '"members"'],
    [
      { title: 'x', members: Array.from({ length: 1001 }, () => 'usr_x') },
      '"members" must have at most 1000 items.',
    ],
  ])('refuses %o, and names the field and the limit', async (body, message) => {
    const answer = await organization.admin.put(url(), body);
    expect(answer.status).toBe(400);
    if (Object.keys(body).length > 0) expect(answer.body.error.message).toContain(message);
  });

  it('takes titles up to the limit, in characters', async () => {
    const title = 'é'.repeat(64);
    const { status, body } = await organization.admin.put(url(), { title });
    expect({ status, title: body.title }).toEqual({ status: 201, title });
  });

  it('refuses more teams than an organization can have', async () => {
    const full = await world.organization();
    await world.db.prisma.team.createMany({
      data: Array.from({ length: 999 }, () => ({
        id: newId('Team'),
        organizationId: full.id,
        title: 'One of many',
      })),
    });
    const teams = `/v1/orgs/${full.id}/teams`;
    const answers = await Promise.all([
      full.admin.put(teams, { title: 'Last' }),
      full.admin.put(teams, { title: 'Last' }),
    ]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409]);
  });
});
