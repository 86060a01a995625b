import { describe, expect, it } from 'vitest';
import type { Client } from '../../support/client.ts';
import { useOrganization, useWorld } from '../../support/use-world.ts';

const world = useWorld();
const organization = useOrganization(world);

/** Invites somebody who has no user, and answers the secret in their link. */
async function invited(
  email = `ada-${world.next()}@example.com`,
  { id, admin } = organization,
): Promise<{ email: string; secret: string; id: string }> {
  const { body } = await admin.post(`/v1/orgs/${id}/invites`, { emails: [email], role: 'edit' });
  const [{ url, invitation }] = body.invitations;
  return { email, secret: url.split('=')[1], id: invitation.id };
}

/** Makes the one who is shown the links an admin of another organization. */
async function asInstallationAdmin(organizationId: string): Promise<Client> {
  const { admin } = organization;
  await world.db.prisma.member.create({
    data: { organizationId, userId: admin.userId, role: 'admin' },
  });
  return admin;
}

const acceptance = `mutation ($input: AcceptInvitationInput!) {
  acceptInvitation(input: $input) {
    organization { id permissions { view admin } }
    user { id displayName email }
    secret
  }
}`;

const accept = (client: Client, secret: string, displayName?: string) =>
  client.graphql(acceptance, {
    input: { secret, ...(displayName !== undefined && { displayName }) },
  });

const codeOf = ({ errors }: Awaited<ReturnType<typeof accept>>) => errors?.[0]?.extensions.code;

const userOf = async (email: string): Promise<Client> => {
  const client = await world.user();
  await world.db.prisma.user.update({ where: { id: client.userId }, data: { email } });
  return client;
};

describe('accepting an invitation', () => {
  it('without a token makes the user and their first token, which is a member then', async () => {
    const { email, secret } = await invited();
    const { data } = await accept(world.anonymous(), secret, 'Ada');
    expect(data.acceptInvitation).toEqual({
      organization: { id: organization.id, permissions: { view: true, admin: false } },
      user: { id: expect.stringMatching(/^usr_/), displayName: 'Ada', email },
      secret: expect.stringMatching(/^dg_/),
    });
    const ada = world.withToken(data.acceptInvitation.secret);
    const { id } = data.acceptInvitation.user;
    const { body } = await ada.get(`/v1/orgs/${organization.id}/members/${id}`);
    expect(body).toMatchObject({ id, role: 'edit', disabled: false, sso: false });
  });

  it('names a user without a name after their address, and refuses names that are no name', async () => {
    const { email, secret } = await invited();
    for (const name of ['', ' ', 'x'.repeat(65)]) {
      expect(codeOf(await accept(world.anonymous(), secret, name))).toBe('BAD_USER_INPUT');
    }
    const { data } = await accept(world.anonymous(), secret);
    expect(data.acceptInvitation.user.displayName).toBe(email.split('@')[0]);
  });

  it('works once, also for several at the same time', async () => {
    const { email, secret } = await invited();
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => accept(world.anonymous(), secret)),
    );
    const codes = answers.map((answer) => codeOf(answer));
    expect(codes.filter((code) => code === undefined)).toHaveLength(1);
    expect(codes.filter((code) => code === 'NOT_FOUND')).toHaveLength(4);
    expect(await world.db.prisma.user.count({ where: { email } })).toBe(1);
    expect(codeOf(await accept(world.anonymous(), secret))).toBe('NOT_FOUND');
  });

  it('sounds the same for a secret that is unknown, expired or withdrawn', async () => {
    const [expired, withdrawn] = [await invited(), await invited()];
    await world.db.prisma.invitation.update({
      where: { id: expired.id },
      data: { expiresAt: new Date(Date.now() - 1) },
    });
    await organization.admin.query(
      `mutation ($input: DeleteInvitationInput!) {
        deleteInvitation(input: $input) { deletedInvitationId }
      }`,
      { input: { organizationId: organization.id, invitationId: withdrawn.id } },
    );
    const unknown = ['', 'join_0', `join_${'0'.repeat(26)}`, expired.id];
    for (const secret of [...unknown, expired.secret, withdrawn.secret]) {
      const answer = await accept(world.anonymous(), secret);
      expect(answer.errors?.[0]).toMatchObject({
        message: 'The invitation is unknown, used, withdrawn or expired: ask for a new one.',
        extensions: { code: 'NOT_FOUND' },
      });
    }
  });

  it('asks whoever has a user with the address for their token, and gives no other', async () => {
    const { email, secret } = await invited();
    const ada = await userOf(email);
    expect(codeOf(await accept(world.anonymous(), secret))).toBe('UNAUTHENTICATED');
    expect(codeOf(await accept(world.withToken('dg_wrong'), secret))).toBe('UNAUTHENTICATED');
    expect(codeOf(await accept(await world.user(), secret))).toBe('FORBIDDEN');
    expect(codeOf(await accept(organization.admin, secret))).toBe('FORBIDDEN');
    const { data } = await accept(ada, secret);
    expect(data.acceptInvitation).toMatchObject({ user: { id: ada.userId }, secret: null });
    expect((await ada.get(`/v1/orgs/${organization.id}`)).status).toBe(200);
  });

  it('joins on /v1 too, for whoever has a user with the address', async () => {
    const { email, secret } = await invited();
    const ada = await userOf(email);
    const url = `/v1/orgs/${organization.id}/invites/${secret}`;
    const elsewhere = await world.organization();
    expect((await ada.post(url.replace(organization.id, elsewhere.id))).status).toBe(404);
    expect((await world.anonymous().post(url)).status).toBe(401);
    expect((await (await world.user()).post(url)).status).toBe(403);
    expect(await ada.post(url)).toMatchObject({ status: 200, body: {} });
    expect((await ada.post(url)).status).toBe(404);
  });

  it('is no way back for a disabled member, and leaves the invitation as it was', async () => {
    const { email, secret, id } = await invited();
    const ada = await userOf(email);
    await world.db.prisma.member.create({
      data: { organizationId: organization.id, userId: ada.userId, role: 'read', disabled: true },
    });
    expect(codeOf(await accept(ada, secret))).toBe('FORBIDDEN');
    expect(await world.db.prisma.invitation.count({ where: { id } })).toBe(1);
  });

  it('of two organizations at once makes one user', async () => {
    const { id } = await world.organization();
    const other = { id, admin: await asInstallationAdmin(id) };
    const { email, secret } = await invited();
    const second = await invited(email, other);
    const answers = await Promise.all([
      accept(world.anonymous(), secret),
      accept(world.anonymous(), second.secret),
    ]);
    const messages = answers.flatMap(({ errors }) => errors?.[0]?.message ?? []);
    expect(messages).toEqual([
      'The invited address has a user already: send an API token of theirs.',
    ]);
    expect(await world.db.prisma.user.count({ where: { email } })).toBe(1);
  });

  it('joins no organization that is blocked, and can be accepted once it is not', async () => {
    const { id, admin } = await world.organization();
    const { secret } = await invited(undefined, { id, admin: await asInstallationAdmin(id) });
    const block = (blockedReason: string | null) =>
      world.db.prisma.organization.update({ where: { id }, data: { blockedReason } });
    await block('security');
    const refused = await accept(world.anonymous(), secret);
    expect(refused.errors?.[0]).toMatchObject({
      message: expect.stringContaining('is blocked: ask those who run this installation'),
      extensions: { code: 'CONFLICT' },
    });
    const late = await admin.post(`/v1/orgs/${id}/invites`, { emails: ['late@example.com'] });
    expect(late.status).toBe(409);
    await block(null);
    expect(codeOf(await accept(world.anonymous(), secret))).toBeUndefined();
  });
});
