import { describe, expect, it } from 'vitest';
import { newId } from '../../../src/lib/id.ts';
import { graphOutcomes, restOutcomes, type Cast } from '../../support/cast.ts';
import type { Client } from '../../support/client.ts';
import { useOrganization, useWorld } from '../../support/use-world.ts';

const world = useWorld();
const organization = useOrganization(world);

const urlOf = (userId: string, organizationId = organization.id) =>
  `/v1/orgs/${organizationId}/members/${userId}`;

const removeMember = /* GraphQL */ `
  mutation ($input: RemoveMemberInput!) {
    removeMember(input: $input) {
      removedMemberId
    }
  }
`;

/** A member with a grant on a space, one on a collection and a place in a team. */
async function connectedMember(organizationId: string, client: Client): Promise<void> {
  const { userId } = client;
  const space = await world.space(organizationId);
  await world.grant(space.id, userId, 'edit');
  const collection = await world.collection(organizationId);
  await world.grantOnCollection(collection.id, userId, 'edit');
  await world.db.prisma.team.create({
    data: {
      id: newId('Team'),
      organizationId,
      title: 'Writers',
      members: { create: { userId, role: 'owner' } },
    },
  });
}

const leftovers = async (userId: string) => ({
  grants: await world.db.prisma.grant.count({ where: { userId } }),
  teams: await world.db.prisma.teamMember.count({ where: { userId } }),
});

describe('removing a member', () => {
  it('ends their access at once, and the membership is as good as never made', async () => {
    const member = await world.member(organization.id, 'edit');
    const { status, body } = await organization.admin.delete(urlOf(member.userId));
    expect({ status, body }).toEqual({ status: 204, body: undefined });
    expect((await member.get(`/v1/orgs/${organization.id}`)).status).toBe(404);
    expect((await organization.admin.get(urlOf(member.userId))).status).toBe(404);
    expect((await organization.admin.delete(urlOf(member.userId))).status).toBe(204);
  });

  it('answers in the graph with the id, also when there was nobody', async () => {
    const { userId } = await world.member(organization.id, 'edit');
    const input = { organizationId: organization.id, userId };
    for (let count = 0; count < 2; count += 1) {
      expect(await organization.admin.query(removeMember, { input })).toEqual({
        removeMember: { removedMemberId: userId },
      });
    }
  });

  it('drops their grants and places in teams, in this organization only', async () => {
    const member = await world.member(organization.id, null);
    const other = await world.organization();
    await world.db.prisma.member.create({
      data: { organizationId: other.id, userId: member.userId, role: 'read' },
    });
    await connectedMember(organization.id, member);
    await connectedMember(other.id, member);
    await organization.admin.delete(urlOf(member.userId));
    expect(await leftovers(member.userId)).toEqual({ grants: 2, teams: 1 });
    await world.db.prisma.member.create({
      data: { organizationId: organization.id, userId: member.userId, role: null },
    });
    const own = (await member.get(urlOf(member.userId))).body;
    expect(own).toMatchObject({ spaces: 0, teams: 0 });
    expect((await member.get(urlOf(member.userId, other.id))).body).toMatchObject({ teams: 1 });
  });

  it('leaves what they wrote, with their name', async () => {
    const author = await world.member(organization.id, 'comment', { displayName: 'Ada' });
    const space = await world.space(organization.id);
    const comments = `/v1/spaces/${space.id}/comments`;
    await author.post(comments, { body: { markdown: 'Hello.' } });
    await author.post(`/v1/spaces/${space.id}/change-requests`, { subject: 'Mine' });
    await organization.admin.delete(urlOf(author.userId));
    const { body } = await organization.admin.get(comments);
    expect(body.items[0].postedBy).toMatchObject({ id: author.userId, displayName: 'Ada' });
    const requests = await organization.admin.get(`/v1/spaces/${space.id}/change-requests`);
    for (const { createdBy } of requests.body.items) {
      expect(createdBy).toMatchObject({ id: author.userId, displayName: 'Ada' });
    }
  });

  it('is open to everybody for themselves, guests too', async () => {
    const cast = await world.cast(organization.id);
    const { disabled, ...present } = cast;
    for (const client of Object.values(present)) {
      expect((await client.delete(urlOf(client.userId))).status).toBe(204);
    }
    // Who has no access does not find themselves either.
    expect((await disabled.delete(urlOf(disabled.userId))).status).toBe(204);
    const left = await world.db.prisma.member.findMany({
      where: {
        organizationId: organization.id,
        userId: { in: Object.values(cast).map(({ userId }) => userId) },
      },
    });
    expect(left.map(({ userId }) => userId)).toEqual([disabled.userId]);
  });

  it('is for admins on both surfaces; who does not see the member finds nobody', async () => {
    const { id } = await world.organization();
    const cast: Cast = await world.cast(id);
    const roles = { read: 403, comment: 403, edit: 403, review: 403, create: 403, admin: 'ok' };
    const expected = { ...roles, guest: 'ok', disabled: 'ok', stranger: 'ok' };
    const { userId } = await world.member(id, 'read');
    expect(await restOutcomes(cast, (client) => client.delete(urlOf(userId, id)))).toEqual(
      expected,
    );
    const { userId: second } = await world.member(id, 'read');
    const input = { organizationId: id, userId: second };
    const graph = await graphOutcomes(cast, (client) => client.errorCode(removeMember, { input }));
    expect(graph).toEqual(expected);
    for (const unseen of ['guest', 'disabled', 'stranger'] as const) {
      const { userId: third } = await world.member(id, 'read');
      expect((await cast[unseen].delete(urlOf(third, id))).status).toBe(204);
      expect((await cast.admin.get(urlOf(third, id))).status).toBe(200);
    }
  });

  it('keeps the last admin, who cannot leave either', async () => {
    const { id, admin } = await world.organization();
    await world.member(id, 'admin', { disabled: true });
    await connectedMember(id, admin);
    const { status, body } = await admin.delete(urlOf(admin.userId, id));
    expect({ status, message: body.error.message }).toEqual({
      status: 409,
      message: 'This is the last admin of the organization: make someone else an admin first.',
    });
    expect(await leftovers(admin.userId)).toEqual({ grants: 2, teams: 1 });
    await world.member(id, 'admin');
    expect((await admin.delete(urlOf(admin.userId, id))).status).toBe(204);
    expect((await admin.get('/v1/orgs')).body.items).toEqual([]);
  });

  it('keeps one of two admins who remove each other at once', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { id, admin } = await world.organization();
      const other = await world.member(id, 'admin');
      const answers = await Promise.all([
        admin.delete(urlOf(other.userId, id)),
        other.delete(urlOf(admin.userId, id)),
      ]);
      const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b);
      // Whoever comes second is no member any more; one who comes later finds nobody.
      expect([
        [204, 403],
        [204, 204],
      ]).toContainEqual(statuses);
      expect(await world.db.prisma.member.count({ where: { organizationId: id } })).toBe(1);
    }
  });
});
