import { describe, expect, it } from 'vitest';
import type { Client } from '../../support/client.ts';
import { useOrganization, useWorld } from '../../support/use-world.ts';
import { baseUrl } from '../../support/world.ts';

const world = useWorld();
const organization = useOrganization(world);

const preview = `query ($organizationId: ID, $inviteId: ID!) {
  invitePreview(organizationId: $organizationId, inviteId: $inviteId) {
    organizationTitle invitedBy role level spaceTitle collectionTitle email hasUser
    confirmsByMail requiresSSO url
  }
}`;

const previewOf = async (
  variables: { organizationId?: string; inviteId: string },
  client: Client = world.anonymous(),
) => (await client.query(preview, variables)).invitePreview;

async function invite(body: object): Promise<string> {
  const { body: created } = await organization.admin.post(
    `/v1/orgs/${organization.id}/link-invites`,
    body,
  );
  return created.id as string;
}

async function mailed(email: string, role: string | null = 'edit'): Promise<string> {
  const { body } = await organization.admin.post(`/v1/orgs/${organization.id}/invites`, {
    emails: [{ email, role }],
  });
  return body.invitations[0].url.split('=')[1] as string;
}

const address = () => `ada-${world.next()}@example.com`;

const titleOf = async (client: Client) =>
  (await client.get(`/v1/orgs/${organization.id}`)).body.title as string;

const nothing = {
  ...{ role: null, level: null, spaceTitle: null, collectionTitle: null },
  ...{ email: null, hasUser: null, confirmsByMail: false, requiresSSO: false },
};

describe('a preview of an invite', () => {
  it('says who invites to which organization, with which role', async () => {
    const inviteId = await invite({ role: 'review' });
    expect(await previewOf({ organizationId: organization.id, inviteId })).toEqual({
      ...nothing,
      organizationTitle: await titleOf(organization.admin),
      invitedBy: (await organization.admin.get('/v1/user')).body.displayName,
      role: 'REVIEW',
      url: `${baseUrl}/o/${organization.id}`,
    });
  });

  it.each(['space', 'collection'] as const)('names the %s and the level', async (kind) => {
    const made = await (kind === 'space'
      ? world.space(organization.id)
      : world.collection(organization.id));
    const inviteId = await invite({ level: 'comment', [kind]: made.id });
    const { title } = (await organization.admin.get(`/v1/${kind}s/${made.id}`)).body;
    expect(await previewOf({ organizationId: organization.id, inviteId })).toMatchObject({
      level: 'COMMENT',
      role: null,
      [`${kind}Title`]: title,
      url: `${baseUrl}/o/${organization.id}/${kind === 'space' ? 's' : 'c'}/${made.id}`,
    });
  });

  it('says to whom the secret of a mail was sent, and whether they have a user', async () => {
    const email = address();
    const secret = await mailed(email);
    expect(await previewOf({ inviteId: secret })).toMatchObject({
      ...{ email, hasUser: false, role: 'EDIT' },
    });
    const stranger = await world.user();
    await world.db.prisma.user.update({ where: { id: stranger.userId }, data: { email } });
    expect(await previewOf({ inviteId: secret })).toMatchObject({ email, hasUser: true });
  });

  it('does not know who invites once the account is deleted', async () => {
    const inviteId = await invite({ role: 'read' });
    await world.db.prisma.invite.update({ where: { id: inviteId }, data: { createdById: null } });
    const shown = await previewOf({ organizationId: organization.id, inviteId });
    expect(shown).toMatchObject({ invitedBy: null, role: 'READ' });
  });

  it('is the same on /v1, without a token and with one, but not with an invalid one', async () => {
    const inviteId = await invite({ role: 'read' });
    const url = `/v1/orgs/${organization.id}/invites/${inviteId}`;
    for (const client of [world.anonymous(), await world.user(), organization.admin]) {
      const { status, body } = await client.get(url);
      expect({ status, body }).toMatchObject({ status: 200, body: { role: 'read' } });
    }
    expect((await world.withToken('dg_wrong').get(url)).status).toBe(401);
  });

  it('is missing alike for all that is unknown, used, disabled, expired or blocked', async () => {
    const { id } = organization;
    const inviteId = await invite({ role: 'read' });
    const secret = await mailed(address());
    const expired = await mailed(address());
    await world.db.prisma.invitation.updateMany({
      where: { organizationId: id },
      data: { expiresAt: new Date(Date.now() + 60_000) },
    });
    const { prisma } = world.db;
    const used = await mailed(address());
    await world
      .anonymous()
      .query(`mutation ($s: String!) { acceptInvitation(input: { secret: $s }) { secret } }`, {
        s: used,
      });
    const space = await world.space(id);
    const ofSpace = await invite({ level: 'read', space: space.id });
    await organization.admin.delete(`/v1/spaces/${space.id}`);
    const elsewhere = await world.organization();
    const isMissing = async (key: Parameters<typeof previewOf>[0]) =>
      expect(await previewOf(key)).toBeNull();
    for (const key of [
      { organizationId: id, inviteId: used },
      { organizationId: id, inviteId: ofSpace },
      { organizationId: elsewhere.id, inviteId },
      { organizationId: elsewhere.id, inviteId: secret },
      { organizationId: id, inviteId: `${inviteId.slice(0, -1)}!` },
      { organizationId: id, inviteId: 'inv_0' },
      { organizationId: id, inviteId: `inv_${'0'.repeat(26)}` },
      { inviteId },
      { inviteId: `join_${'0'.repeat(26)}` },
      { inviteId: 'x'.repeat(10_000) },
    ]) {
      await isMissing(key);
    }
    await prisma.invitation.updateMany({
      where: { organizationId: id },
      data: { expiresAt: new Date(Date.now() - 1) },
    });
    await isMissing({ inviteId: expired });
    const off = { where: { id }, data: { inviteLinks: false } };
    await prisma.organization.update(off);
    await isMissing({ organizationId: id, inviteId });
    const data = { inviteLinks: true, blockedReason: 'security' };
    await prisma.organization.update({ where: { id }, data });
    await isMissing({ organizationId: id, inviteId });
    await prisma.organization.update({ where: { id }, data: { blockedReason: null } });
    const url = `/v1/orgs/${id}/invites`;
    const unknown = await world.anonymous().get(`${url}/inv_${'0'.repeat(26)}`);
    expect(unknown.status).toBe(404);
    expect((await world.anonymous().get(`${url}/${inviteId}`)).status).toBe(200);
  });

  it('asks the database for nothing that cannot be a secret', async () => {
    const statements: string[] = [];
    const { pool } = world.db;
    pool.on('acquire', () => statements.push('acquired'));
    await previewOf({ organizationId: organization.id, inviteId: 'inv_guess' });
    await previewOf({ inviteId: `join_${'L'.repeat(26)}` });
    expect(statements).toEqual([]);
    await previewOf({ inviteId: `join_${'A'.repeat(26)}` });
    expect(statements).toHaveLength(1);
    pool.removeAllListeners('acquire');
  });
});
