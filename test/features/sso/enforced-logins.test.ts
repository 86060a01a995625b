import { beforeEach, describe, expect, it } from 'vitest';
import type { Client } from '../../support/client.ts';
import { addProvider, emailOf, sessionOf, useOwnProvider } from '../../support/saml-login.ts';
import { useWorld } from '../../support/use-world.ts';
import { baseUrl } from '../../support/world.ts';

const world = useWorld();
const { own, provider } = useOwnProvider(world);
let member: Client;

beforeEach(async () => {
  member = await world.member(own.id, 'create');
});

const enforce = () => own.admin.patch(`/v1/orgs/${own.id}`, { sso: true });
const codeOf = (client: Client) => client.errorCode('{ viewer { id } }');

describe('an organization that enforces single sign-on', () => {
  it('shuts out the tokens of those who can log in, but for its admins', async () => {
    const session = await sessionOf(world, provider, 'ada@example.com');
    await enforce();
    expect(await codeOf(member)).toBe('SSO_REQUIRED');
    expect(await codeOf(session)).toBeUndefined();
    expect(await codeOf(own.admin)).toBeUndefined();
    const { viewer } = await (
      await sessionOf(world, provider, await emailOf(world, member))
    ).query('{ viewer { id } }');
    expect(viewer.id).toBe(member.userId);
    await own.admin.delete(`/v1/orgs/${own.id}/saml/${provider.id}`);
    // Nobody could log in any more.
    expect(await codeOf(member)).toBeUndefined();
  });

  it('says where to log in, on both surfaces, to those whose token it is only', async () => {
    await enforce();
    const second = await addProvider(world, own.id);
    const expected = new RegExp(
      `requires single sign-on.*log in at ${baseUrl}/saml/${provider.id}/login ` +
        `or ${baseUrl}/saml/${second.id}/login, and use the token`,
    );
    const rest = await member.get(`/v1/orgs/${own.id}`);
    expect(rest).toMatchObject({
      status: 401,
      headers: { 'www-authenticate': 'Bearer' },
      body: { error: { code: 401, message: expect.stringMatching(expected) } },
    });
    const graphql = await member.post('/graphql', { query: '{ viewer { id } }' });
    expect(graphql).toMatchObject({
      status: 401,
      headers: { 'www-authenticate': 'Bearer' },
      body: {
        errors: [
          { message: expect.stringMatching(expected), extensions: { code: 'SSO_REQUIRED' } },
        ],
      },
    });
    // A large body is not read before it is known who sends it.
    const large = { query: '{ viewer { id } }', variables: { text: 'x'.repeat(3_000_000) } };
    const refused = await member.post('/graphql', large);
    expect(refused).toMatchObject({
      status: 401,
      body: {
        errors: [
          { message: expect.stringMatching(expected), extensions: { code: 'SSO_REQUIRED' } },
        ],
      },
    });
    const stranger = await world.withToken('dg_unknown').get(`/v1/orgs/${own.id}`);
    expect(stranger.body.error.message).toMatch(/unknown, expired or revoked/);
    await world.db.prisma.apiToken.updateMany({
      where: { userId: member.userId },
      data: { revokedAt: new Date() },
    });
    expect(await codeOf(member)).toBe('UNAUTHENTICATED');
  });

  it('lets nobody set its members free by taking them into another one', async () => {
    await enforce();
    const other = await world.organization();
    const invited = await other.admin.post(`/v1/orgs/${other.id}/invites`, {
      emails: [await emailOf(world, member), 'new@example.com'],
    });
    expect([invited.status, invited.body.error.message]).toEqual([
      409,
      expect.stringMatching(/has to log in by single sign-on of another organization/),
    ]);
    const elsewhere = await world.db.prisma.member.count({ where: { organizationId: other.id } });
    expect([elsewhere, await codeOf(member)]).toEqual([1, 'SSO_REQUIRED']);
    // Its own admins may invite them as they like, and so may others once it enforces no more.
    const again = { emails: [{ email: await emailOf(world, member), role: 'review' }] };
    expect((await own.admin.post(`/v1/orgs/${own.id}/invites`, again)).status).toBe(200);
    await own.admin.patch(`/v1/orgs/${own.id}`, { sso: false });
    expect((await other.admin.post(`/v1/orgs/${other.id}/invites`, again)).status).toBe(200);
  });

  it('leaves those alone who belong elsewhere as well, to whom no login leads', async () => {
    const { id: organizationId } = await world.organization();
    await world.db.prisma.member.create({ data: { organizationId, userId: member.userId } });
    await enforce();
    expect(await codeOf(member)).toBeUndefined();
  });
});
