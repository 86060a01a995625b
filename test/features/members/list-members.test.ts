import { beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../support/client.ts';
import { useOrganization, useWorld } from '../../support/use-world.ts';

const world = useWorld();
const organization = useOrganization(world);
let ada: Client;
let bob: Client;
let guest: Client;
let disabled: Client;

const day = (number: number) => new Date(Date.UTC(2026, 0, number));

beforeAll(async () => {
  ada = await world.member(organization.id, 'edit', { displayName: 'Ada 100%_Lovelace' });
  bob = await world.member(organization.id, 'read', { displayName: 'Bob' });
  guest = await world.member(organization.id, null, { displayName: 'Guest' });
  disabled = await world.member(organization.id, 'read', {
    displayName: 'Disabled',
    disabled: true,
  });
  const times: [Client, number, number | null][] = [
    [organization.admin, 1, 20],
    [ada, 2, 30],
    [bob, 3, null],
    [guest, 4, 25],
    [disabled, 5, 31],
  ];
  for (const [{ userId }, joined, seen] of times) {
    await world.db.prisma.member.update({
      where: { organizationId_userId: { organizationId: organization.id, userId } },
      data: { joinedAt: day(joined), lastSeenAt: seen === null ? null : day(seen) },
    });
  }
});

/** The members that a list on /v1 shows, as ids. */
async function idsOf(client: Client, query = ''): Promise<string[]> {
  const { status, body } = await client.get(`/v1/orgs/${organization.id}/members${query}`);
  expect(status).toBe(200);
  expect(body.count).toBe(body.items.length);
  return body.items.map(({ id }: { id: string }) => id);
}

const membersQuery = /* GraphQL */ `
  query ($id: ID!, $order: ListOrder, $role: MemberRoleFilter, $sort: MemberSort, $search: String) {
    organization(id: $id) {
      members(order: $order, role: $role, sort: $sort, search: $search) {
        totalCount
        nodes {
          userId
          role
        }
      }
    }
  }
`;

describe('listing the members of an organization', () => {
  it('shows the newest first, and the other way round on demand', async () => {
    const newest = [disabled, guest, bob, ada, organization.admin].map(({ userId }) => userId);
    expect(await idsOf(bob)).toEqual(newest);
    expect(await idsOf(bob, '?order=desc&sort=joinedAt')).toEqual(newest);
    expect(await idsOf(bob, '?order=asc')).toEqual(newest.toReversed());
  });

  it('lists by last activity only those who were active and are not disabled', async () => {
    const active = [ada, guest, organization.admin].map(({ userId }) => userId);
    expect(await idsOf(bob, '?sort=lastSeenAt')).toEqual(active);
    expect(await idsOf(bob, '?sort=lastSeenAt&order=asc')).toEqual(active.toReversed());
  });

  it('filters by role, guests included, on both surfaces', async () => {
    expect(await idsOf(bob, '?role=edit')).toEqual([ada.userId]);
    expect(await idsOf(bob, '?role=guest')).toEqual([guest.userId]);
    const data = await bob.query(membersQuery, { id: organization.id, role: 'GUEST' });
    expect(data.organization.members).toEqual({
      totalCount: 1,
      nodes: [{ userId: guest.userId, role: null }],
    });
    const { status, body } = await bob.get(`/v1/orgs/${organization.id}/members?role=owner`);
    expect(status).toBe(400);
    expect(body.error.message).toContain('"role" must be one of');
  });

  // Ids are part of addresses and hold no L, I, O or U, so that none contains "love" by chance.
  it('searches names and addresses in any case, and takes wildcards for what they are', async () => {
    expect(await idsOf(bob, '?search=lOVE')).toEqual([ada.userId]);
    expect(await idsOf(bob, `?search=${ada.userId.toUpperCase()}@EXAMPLE`)).toEqual([ada.userId]);
    expect(await idsOf(bob, `?search=${encodeURIComponent('100%_L')}`)).toEqual([ada.userId]);
    expect(await idsOf(bob, `?search=${encodeURIComponent('B%b')}`)).toEqual([]);
    expect(await idsOf(bob, '?search=B_b')).toEqual([]);
  });

  it('refuses a search text that is too long, and names the limit', async () => {
    const text = 'x'.repeat(257);
    const { status, body } = await bob.get(`/v1/orgs/${organization.id}/members?search=${text}`);
    expect(status).toBe(400);
    expect(body.error.message).toBe('"search" must have at most 256 characters.');
    const code = await bob.errorCode(membersQuery, { id: organization.id, search: text });
    expect(code).toBe('BAD_USER_INPUT');
  });

  it('shows a guest only themselves', async () => {
    expect(await idsOf(guest)).toEqual([guest.userId]);
    const data = await guest.query(membersQuery, { id: organization.id });
    expect(data.organization.members.nodes).toEqual([{ userId: guest.userId, role: null }]);
  });

  it('does not exist for strangers and disabled members', async () => {
    const stranger = await world.user();
    for (const client of [stranger, disabled]) {
      expect((await client.get(`/v1/orgs/${organization.id}/members`)).status).toBe(404);
      expect(await client.query(membersQuery, { id: organization.id })).toEqual({
        organization: null,
      });
    }
    expect((await world.anonymous().get(`/v1/orgs/${organization.id}/members`)).status).toBe(401);
  });

  it('pages through all members once, while others join and leave', async () => {
    const crowd = await world.organization();
    for (let count = 0; count < 6; count += 1) await world.member(crowd.id, 'read');
    const url = `/v1/orgs/${crowd.id}/members?limit=3&order=asc`;
    const first = await crowd.admin.get(url);
    expect(first.body.items).toHaveLength(3);
    const last = first.body.items.at(-1).id;
    await world.db.prisma.member.deleteMany({ where: { organizationId: crowd.id, userId: last } });
    await world.member(crowd.id, 'read');
    const second = await crowd.admin.get(`${url}&page=${first.body.next.page}`);
    const third = await crowd.admin.get(`${url}&page=${second.body.next.page}`);
    expect(third.body.next).toBeUndefined();
    const seen = [first, second, third].flatMap(({ body }) =>
      body.items.map(({ id }: { id: string }) => id),
    );
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen).toHaveLength(8);
  });

  it('refuses a cursor of another order', async () => {
    const url = `/v1/orgs/${organization.id}/members`;
    const { body } = await bob.get(`${url}?limit=1`);
    const { status } = await bob.get(`${url}?limit=1&sort=lastSeenAt&page=${body.next.page}`);
    expect(status).toBe(400);
  });
});
