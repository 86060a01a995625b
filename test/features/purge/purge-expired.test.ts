import { describe, expect, it } from 'vitest';
import { purgeInvitations } from '../../../src/features/invites/purge-invitations.ts';
import { purgeSamlLogins } from '../../../src/features/sso/login/purge-saml-logins.ts';
import { purgeApiTokens } from '../../../src/features/users/purge-api-tokens.ts';
import { purgeIdempotentWrites } from '../../../src/idempotency/purge-idempotent-writes.ts';
import { addProvider } from '../../support/saml-login.ts';
import { useWorld } from '../../support/use-world.ts';
import { jobContext } from './support.ts';

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;

const world = useWorld();

const ago = (milliseconds: number) => new Date(Date.now() - milliseconds);

describe('what has expired', () => {
  it('goes from the invitations 30 days later, and can be sent again until then', async () => {
    const { id: organizationId } = await world.organization();
    const invitation = (id: string, expiresAt: Date) => ({
      ...{ id, organizationId, expiresAt, email: `${id}@example.com`, secretHash: id },
    });
    await world.db.prisma.invitation.createMany({
      data: [
        invitation('ivt_long_over', ago(30 * DAY_MS + HOUR_MS)),
        invitation('ivt_over', ago(30 * DAY_MS - HOUR_MS)),
        invitation('ivt_open', ago(-DAY_MS)),
      ],
    });
    await purgeInvitations(jobContext(world));
    const left = await world.db.prisma.invitation.findMany({ orderBy: { id: 'asc' } });
    expect(left.map(({ id }) => id)).toEqual(['ivt_open', 'ivt_over']);
  });

  it('goes from the API tokens 30 days later; those that work stay', async () => {
    const user = await world.user();
    const token = (id: string, ends: { expiresAt?: Date; revokedAt?: Date }) => ({
      ...{ id, userId: user.userId, label: id, secretHash: id, ...ends },
    });
    await world.db.prisma.apiToken.createMany({
      data: [
        token('tok_expired', { expiresAt: ago(31 * DAY_MS) }),
        token('tok_revoked', { revokedAt: ago(31 * DAY_MS), expiresAt: ago(-DAY_MS) }),
        token('tok_just_expired', { expiresAt: ago(29 * DAY_MS) }),
        token('tok_just_revoked', { revokedAt: ago(29 * DAY_MS) }),
        token('tok_works', { expiresAt: ago(-DAY_MS) }),
      ],
    });
    await purgeApiTokens(jobContext(world));
    const left = await world.db.prisma.apiToken.findMany({ where: { id: { startsWith: 'tok_' } } });
    const labels = left.map(({ label }) => label);
    expect(labels).toEqual(
      expect.arrayContaining(['Test', 'tok_just_expired', 'tok_just_revoked', 'tok_works']),
    );
    expect(labels).not.toContain('tok_expired');
    expect(labels).not.toContain('tok_revoked');
    expect((await user.get('/v1/orgs')).status).toBe(200);
  });

  it('goes from logins when no request can be answered by it any more, and not before', async () => {
    const { id } = await addProvider(world, (await world.organization()).id);
    const login = (name: string, expiresAt: Date) => ({
      ...{ id: name, samlProviderId: id, email: 'ada@example.com', displayName: 'Ada', expiresAt },
    });
    await world.db.prisma.samlLogin.createMany({
      data: [
        login('over', ago(2 * HOUR_MS)),
        login('just-over', ago(HOUR_MS / 2)),
        login('open', ago(-HOUR_MS)),
      ],
    });
    await purgeSamlLogins(jobContext(world));
    const left = await world.db.prisma.samlLogin.findMany({ orderBy: { id: 'asc' } });
    expect(left.map((row) => row.id)).toEqual(['just-over', 'open']);
  });

  it('goes from the writes with a key when no request can use it any more', async () => {
    const write = (id: string, createdAt: Date) => ({
      ...{ id, createdAt, fingerprint: id, result: new Uint8Array() },
    });
    await world.db.prisma.idempotentWrite.createMany({
      data: [write('old', ago(26 * HOUR_MS)), write('recent', ago(23 * HOUR_MS))],
    });
    await purgeIdempotentWrites(jobContext(world));
    const left = await world.db.prisma.idempotentWrite.findMany();
    expect(left.map(({ id }) => id)).toEqual(['recent']);
  });
});
