import { describe, expect, it } from 'vitest';
import type { Client } from '../../support/client.ts';
import { useOrganization, useWorld } from '../../support/use-world.ts';

const world = useWorld();
const organization = useOrganization(world);

const own = `{
  viewer {
    invitations {
      totalCount
      nodes { id organizationId organizationTitle role email invitedBy { displayName } }
    }
  }
}`;

const invitationsOf = async (client: Client) => (await client.query(own)).viewer.invitations;

const emailOf = async (client: Client) => (await client.get('/v1/user')).body.email as string;

/** Invites somebody who has a user. Returns the id of the invitation. */
async function invited(client: Client, { id, admin } = organization): Promise<string> {
  const emails = [(await emailOf(client)).toUpperCase()];
  const { body } = await admin.post(`/v1/orgs/${id}/invites`, { emails, role: 'edit' });
  expect(body.users).toEqual([client.userId]);
  return body.invitations[0].invitation.id as string;
}

const join = (client: Client, inviteId: string, id = organization.id) =>
  client.post(`/v1/orgs/${id}/invites/${inviteId}`);

const decline = `mutation ($id: ID!) {
  declineInvitation(input: { invitationId: $id }) { declinedInvitationId }
}`;

const isMember = async (client: Client) =>
  (await client.get(`/v1/orgs/${organization.id}`)).status === 200;

describe('an invitation of somebody who has a user', () => {
  it('is shown to them, and makes them a member once they accept it', async () => {
    const ada = await world.user();
    const id = await invited(ada);
    expect(await isMember(ada)).toBe(false);
    const { body: inviter } = await organization.admin.get('/v1/user');
    const { body: shown } = await organization.admin.get(`/v1/orgs/${organization.id}`);
    expect(await invitationsOf(ada)).toEqual({
      totalCount: 1,
      nodes: [
        {
          id,
          organizationId: organization.id,
          organizationTitle: shown.title,
          role: 'EDIT',
          email: await emailOf(ada),
          invitedBy: { displayName: inviter.displayName },
        },
      ],
    });
    const { node } = await ada.query('query ($id: ID!) { node(id: $id) { id } }', { id });
    expect(node).toEqual({ id });
    expect(await join(ada, id)).toMatchObject({ status: 200, body: {} });
    expect(await isMember(ada)).toBe(true);
    expect(await invitationsOf(ada)).toMatchObject({ totalCount: 0 });
    expect((await join(ada, id)).status).toBe(404);
  });

  it('says without a mail server that they find it when they are signed in', async () => {
    const ada = await world.user();
    const other = await world.organization();
    const { body } = await other.admin.post(`/v1/orgs/${other.id}/invites`, {
      emails: [await emailOf(ada)],
    });
    expect(body.invitations[0]).toMatchObject({
      mailed: false,
      reason: 'There is no mail server: the person sees the invitation once they are signed in.',
    });
  });

  it('is nobody else’s to see, to accept or to decline', async () => {
    const ada = await world.user();
    const id = await invited(ada);
    const elsewhere = await world.organization();
    const reader = await world.member(organization.id, 'read');
    for (const client of [await world.user(), elsewhere.admin, reader]) {
      const { node } = await client.query('query ($id: ID!) { node(id: $id) { id } }', { id });
      expect(node).toBeNull();
      expect((await join(client, id)).status).toBe(404);
      const answer = await client.query(decline, { id });
      expect(answer.declineInvitation.declinedInvitationId).toBe(id);
    }
    const seen = `query ($user: ID!) { user(id: $user) { invitations { totalCount } } }`;
    const twin = await world.member(organization.id, 'read');
    await world.db.prisma.member.create({
      data: { organizationId: organization.id, userId: elsewhere.admin.userId, role: 'read' },
    });
    const { user } = await twin.query(seen, { user: elsewhere.admin.userId });
    expect(user.invitations.totalCount).toBe(0);
    expect(await world.anonymous().errorCode(decline, { id })).toBe('UNAUTHENTICATED');
    expect((await join(world.anonymous(), id)).status).toBe(401);
    expect((await join(ada, id, elsewhere.id)).status).toBe(404);
    expect(await invitationsOf(ada)).toMatchObject({ totalCount: 1 });
    expect((await join(ada, id)).status).toBe(200);
  });

  it('is listed and declined on `/v1`', async () => {
    const ada = await world.user();
    const id = await invited(ada);
    const other = await world.organization();
    const second = await invited(ada, other);
    const { body } = await ada.get('/v1/user/invites?sort=createdAt&order=asc');
    expect(body.items.map((item: { id: string }) => item.id)).toEqual([id, second]);
    const { body: inviter } = await organization.admin.get('/v1/user');
    expect(body.items[0]).toMatchObject({
      object: 'invitation',
      organization: organization.id,
      organizationTitle: expect.any(String),
      role: 'edit',
      invitedBy: { id: inviter.id, displayName: inviter.displayName },
    });
    expect((await ada.get(`/v1/users/${ada.userId}/invites`)).status).toBe(404);
    const url = `/v1/user/invites/${id}`;
    expect((await organization.admin.delete(url)).status).toBe(204);
    expect((await ada.get('/v1/user/invites')).body.count).toBe(2);
    expect((await ada.delete(url)).status).toBe(204);
    expect((await ada.get('/v1/user/invites')).body.count).toBe(1);
    expect((await ada.delete(url)).status).toBe(204);
    expect((await world.anonymous().get('/v1/user/invites')).status).toBe(401);
  });

  it('is gone once they decline it', async () => {
    const ada = await world.user();
    const id = await invited(ada);
    await ada.query(decline, { id });
    expect(await invitationsOf(ada)).toMatchObject({ totalCount: 0 });
    expect((await join(ada, id)).status).toBe(404);
    expect(await ada.query(decline, { id })).toEqual({
      declineInvitation: { declinedInvitationId: id },
    });
    expect(await isMember(ada)).toBe(false);
  });

  it('is accepted once by several requests at the same time, or declined', async () => {
    const ada = await world.user();
    const id = await invited(ada);
    const answers = await Promise.all(Array.from({ length: 4 }, () => join(ada, id)));
    const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b);
    expect(statuses).toEqual([200, 404, 404, 404]);
    const bob = await world.user();
    const second = await invited(bob);
    const [{ status }] = await Promise.all([join(bob, second), bob.query(decline, { id: second })]);
    expect(await isMember(bob)).toBe(status === 200);
  });

  it('ends when it expires or is withdrawn, and waits while the organization is blocked', async () => {
    const [ada, bob] = [await world.user(), await world.user()];
    const [expired, blocked] = [await invited(ada), await invited(bob)];
    await world.db.prisma.invitation.update({
      where: { id: expired },
      data: { expiresAt: new Date(Date.now() - 1) },
    });
    expect(await invitationsOf(ada)).toMatchObject({ totalCount: 0 });
    expect((await join(ada, expired)).status).toBe(404);
    const block = (blockedReason: string | null) =>
      world.db.prisma.organization.update({
        where: { id: organization.id },
        data: { blockedReason },
      });
    await block('security');
    expect((await join(bob, blocked)).status).toBe(409);
    await block(null);
    expect((await join(bob, blocked)).status).toBe(200);
  });
});
