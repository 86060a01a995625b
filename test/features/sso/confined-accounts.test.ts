import { describe, expect, it } from 'vitest';
import type { Client } from '../../support/client.ts';
import {
  emailOf,
  logIn,
  problemOn,
  sessionOf,
  tokenOn,
  useOwnProvider,
} from '../../support/saml-login.ts';
import { useWorld } from '../../support/use-world.ts';

const world = useWorld();
const { own, provider } = useOwnProvider(world);

const organizations = '{ viewer { id } organizations { nodes { id } } }';
const codeOf = (client: Client) => client.errorCode(organizations);

describe('a login', () => {
  it('never leads to the account that somebody has elsewhere, whatever the address', async () => {
    const victims = [
      (await world.organization()).admin,
      await world.member((await world.organization()).id, 'read'),
      await world.user(),
    ];
    for (const victim of victims) {
      const session = await sessionOf(world, provider, await emailOf(world, victim));
      const { viewer, organizations: found } = await session.query(organizations);
      expect(viewer.id).not.toBe(victim.userId);
      expect(found.nodes).toEqual([{ id: own.id }]);
      expect(await codeOf(victim)).toBeUndefined();
    }
  });

  it('leads to a member of this organization alone, whom it lets log in', async () => {
    const member = await world.member(own.id, 'review');
    const email = await emailOf(world, member);
    const refused = await logIn(world, provider, { email });
    expect([refused.statusCode, problemOn(refused)]).toEqual([
      403,
      expect.stringMatching(/may not log in by single sign-on/),
    ]);
    await own.admin.post(`/v1/orgs/${own.id}/members/${member.userId}/sso`);
    const { viewer } = await (await sessionOf(world, provider, email)).query(organizations);
    expect(viewer.id).toBe(member.userId);
  });

  it('leads to no member who belongs elsewhere too, and none that is disabled', async () => {
    const { id: elsewhere } = await world.organization();
    const both = await world.member(own.id, 'read');
    await world.db.prisma.member.create({
      data: { organizationId: elsewhere, userId: both.userId, disabled: true },
    });
    const disabled = await world.member(own.id, 'read', { disabled: true });
    await world.db.prisma.member.updateMany({
      where: { userId: { in: [both.userId, disabled.userId] } },
      data: { sso: true },
    });
    const problems = [];
    for (const member of [both, disabled]) {
      problems.push(
        problemOn(await logIn(world, provider, { email: await emailOf(world, member) })),
      );
    }
    expect(problems).toEqual([
      expect.stringMatching(/more than this organization/),
      expect.stringMatching(/disabled/),
    ]);
  });

  it('leads to no admin of the installation', async () => {
    const first = await world.db.prisma.user.findFirstOrThrow({ orderBy: { createdAt: 'asc' } });
    const key = { organizationId: own.id, userId: first.id };
    await world.db.prisma.member.create({ data: { ...key, sso: true } });
    const page = await logIn(world, provider, { email: first.email });
    await world.db.prisma.member.delete({ where: { organizationId_userId: key } });
    expect([tokenOn(page), problemOn(page)]).toEqual([
      undefined,
      expect.stringMatching(/API token/),
    ]);
  });
});

describe('the token of a login', () => {
  it('ends with the membership, when it is disabled, and with the provider', async () => {
    const removed = await sessionOf(world, provider, 'removed@example.com');
    const disabled = await sessionOf(world, provider, 'disabled@example.com');
    const left = await sessionOf(world, provider, 'left@example.com');
    const ids = await Promise.all(
      [removed, disabled].map(async (client) => (await client.query(organizations)).viewer.id),
    );
    const members = `/v1/orgs/${own.id}/members`;
    await own.admin.delete(`${members}/${ids[0]}`);
    await world.db.prisma.member.updateMany({
      where: { userId: ids[1] },
      data: { disabled: true },
    });
    expect(await codeOf(left)).toBeUndefined();
    await own.admin.delete(`/v1/orgs/${own.id}/saml/${provider.id}`);
    for (const client of [removed, disabled, left]) {
      expect(await codeOf(client)).toBe('UNAUTHENTICATED');
    }
  });

  it('opens no other organization, by none of the ways in', async () => {
    const other = await world.organization();
    await other.admin.patch(`/v1/orgs/${other.id}`, { emailDomains: ['victim.test'] });
    const session = await sessionOf(world, provider, 'bob@victim.test');
    const codes = [];
    codes.push(
      await session.errorCode(
        'mutation ($id: ID!) { joinOrganization(input: { organizationId: $id }) { organization { id } } }',
        { id: other.id },
      ),
      await session.errorCode(
        'mutation { createOrganization(input: { title: "Mine" }) { organization { id } } }',
      ),
    );
    const invite = await other.admin.post(`/v1/orgs/${other.id}/link-invites`, { role: 'admin' });
    const joined = await session.post(`/v1/orgs/${other.id}/invites/${invite.body.id}`);
    expect([codes, joined.status]).toEqual([['FORBIDDEN', 'FORBIDDEN'], 403]);
    // Who is invited by the address is somebody else: the one who reads its mail.
    const invited = await other.admin.post(`/v1/orgs/${other.id}/invites`, {
      emails: ['bob@victim.test'],
    });
    expect(invited.body.users).toEqual([]);
    expect((await session.query(organizations)).organizations.nodes).toEqual([{ id: own.id }]);
  });

  it('stops when its user belongs elsewhere', async () => {
    const member = await world.member(own.id, 'read');
    await own.admin.post(`/v1/orgs/${own.id}/members/${member.userId}/sso`);
    const session = await sessionOf(world, provider, await emailOf(world, member));
    expect(await codeOf(session)).toBeUndefined();
    const { id: organizationId } = await world.organization();
    await world.db.prisma.member.create({ data: { organizationId, userId: member.userId } });
    expect(await codeOf(session)).toBe('UNAUTHENTICATED');
    expect(await codeOf(member)).toBeUndefined();
  });

  it('makes tokens that end when it does, and with its provider', async () => {
    const session = await sessionOf(world, provider, 'ada@example.com');
    const { createApiToken } = await session.query(
      `mutation { createApiToken(input: { label: "Script", expiresAt: "2999-01-01T00:00:00Z" }) {
        secret apiToken { expiresAt } } }`,
    );
    const hours = (Date.parse(createApiToken.apiToken.expiresAt) - Date.now()) / 3_600_000;
    expect(hours).toBeLessThanOrEqual(12);
    const made = world.withToken(createApiToken.secret);
    expect(await codeOf(made)).toBeUndefined();
    await own.admin.delete(`/v1/orgs/${own.id}/saml/${provider.id}`);
    expect(await codeOf(made)).toBe('UNAUTHENTICATED');
  });
});
