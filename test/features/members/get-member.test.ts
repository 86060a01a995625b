import { beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../../src/lib/id.ts';
import type { Client } from '../../support/client.ts';
import { useOrganization, useWorld } from '../../support/use-world.ts';

const world = useWorld();
const organization = useOrganization(world);
let reader: Client;
let guest: Client;

beforeAll(async () => {
  reader = await world.member(organization.id, 'read');
  guest = await world.member(organization.id, null);
});

const url = (userId: string) => `/v1/orgs/${organization.id}/members/${userId}`;

const memberQuery = /* GraphQL */ `
  query ($id: ID!, $userId: ID!) {
    organization(id: $id) {
      member(userId: $userId) {
        userId
        role
        user {
          id
        }
        spaceCount
        teamCount
      }
    }
  }
`;

describe('reading a member', () => {
  it('shows on /v1 the member under the id of the user, and null for the role of a guest', async () => {
    const { status, body } = await reader.get(url(guest.userId));
    expect(status).toBe(200);
    expect(body).toEqual({
      object: 'member',
      id: guest.userId,
      role: null,
      user: expect.objectContaining({ object: 'user', id: guest.userId }),
      disabled: false,
      joinedAt: expect.any(String),
      sso: false,
      spaces: 0,
      teams: 0,
    });
    const data = await reader.query(memberQuery, { id: organization.id, userId: guest.userId });
    expect(data.organization.member).toEqual({
      userId: guest.userId,
      role: null,
      user: { id: guest.userId },
      spaceCount: 0,
      teamCount: 0,
    });
  });

  it('lets a guest find themselves and nobody else, who is then as good as missing', async () => {
    expect((await guest.get(url(guest.userId))).status).toBe(200);
    const hidden = await guest.get(url(reader.userId));
    const missing = await guest.get(url('usr_missing'));
    expect(hidden.status).toBe(404);
    expect(missing.status).toBe(404);
    expect(hidden.body.error.message.replace(reader.userId, 'usr_missing')).toBe(
      missing.body.error.message,
    );
    const data = await guest.query(memberQuery, { id: organization.id, userId: reader.userId });
    expect(data.organization.member).toBeNull();
  });

  it('does not find a member of another organization', async () => {
    const other = await world.organization();
    expect((await reader.get(url(other.admin.userId))).status).toBe(404);
  });

  it('counts spaces with a level and teams, without deleted and hidden ones', async () => {
    await world.space(organization.id);
    await world.space(organization.id);
    await world.space(organization.id, { deletedAt: new Date() });
    const { id: closed } = await world.space(organization.id, { defaultLevel: null });
    await world.grant(closed, guest.userId, 'read');
    await world.db.prisma.team.create({
      data: {
        id: newId('Team'),
        organizationId: organization.id,
        title: 'Writers',
        members: { create: { userId: guest.userId } },
      },
    });
    const ofGuest = (await organization.admin.get(url(guest.userId))).body;
    expect(ofGuest).toMatchObject({ spaces: 1, teams: 1 });
    const ofReader = (await organization.admin.get(url(reader.userId))).body;
    expect(ofReader).toMatchObject({ spaces: 2, teams: 0 });
    const ofAdmin = (await organization.admin.get(url(organization.admin.userId))).body;
    expect(ofAdmin).toMatchObject({ spaces: 3, teams: 0 });
    // The reader has no level on the closed space, so it counts for nobody in their eyes.
    expect((await reader.get(url(guest.userId))).body.spaces).toBe(0);
    expect((await reader.get(url(organization.admin.userId))).body.spaces).toBe(2);
  });

  it('reads a list with users and both counts in a fixed number of statements', async () => {
    const statements = async (limit: number) => {
      const texts = await world.statements(async () => {
        const { status, body } = await reader.get(
          `/v1/orgs/${organization.id}/members?limit=${limit}`,
        );
        expect({ status, items: body.items.length }).toEqual({ status: 200, items: limit });
      });
      return texts.length;
    };
    const few = await statements(1);
    for (let count = 0; count < 5; count += 1) await world.member(organization.id, 'read');
    expect(await statements(8)).toBe(few);
  });
});
