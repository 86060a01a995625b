import { describe, expect, it } from 'vitest';
import { newTokenSecret } from '../../src/auth/tokens.ts';
import { hashSecret } from '../../src/lib/hash.ts';
import { newId } from '../../src/lib/id.ts';
import { useWorld } from '../support/use-world.ts';

const world = useWorld();

const hourMs = 3_600_000;

async function userWithToken(token: {
  expiresAt?: Date;
  revokedAt?: Date;
  lastUsedAt?: Date;
}): Promise<{ id: string; secret: string }> {
  const { userId } = await world.user();
  const [id, secret] = [newId('ApiToken'), newTokenSecret()];
  await world.db.prisma.apiToken.create({
    data: { id, userId, label: 'Test', secretHash: hashSecret(secret), ...token },
  });
  return { id, secret };
}

/** The answers of both surfaces to an `Authorization` header. */
async function answers(authorization: string) {
  const headers = { authorization };
  const rest = await world.app.inject({ url: '/v1/user', headers });
  const graphql = await world.app.inject({
    method: 'POST',
    url: '/graphql',
    headers,
    payload: { query: '{ viewer { id } }' },
  });
  return { rest, graphql };
}

async function expectRefusal(
  authorization: string,
  message = 'The API token is unknown, expired or revoked.',
): Promise<void> {
  const { rest, graphql } = await answers(authorization);
  expect(rest.json(), authorization).toEqual({ error: { code: 401, message } });
  const [error] = graphql.json().errors;
  expect(error, authorization).toMatchObject({ message, extensions: { code: 'UNAUTHENTICATED' } });
  for (const { statusCode, headers } of [rest, graphql]) {
    expect(statusCode).toBe(401);
    expect(headers['www-authenticate']).toBe('Bearer');
  }
}

async function expectWelcome(authorization: string): Promise<void> {
  const { rest, graphql } = await answers(authorization);
  expect([rest.statusCode, graphql.statusCode]).toEqual([200, 200]);
  expect(graphql.json()).toEqual({ data: { viewer: { id: rest.json().id } } });
}

describe('an API token', () => {
  it('is stored as a hash, and is no token itself', async () => {
    const { id, secret } = await userWithToken({});
    const stored = await world.db.prisma.apiToken.findUniqueOrThrow({ where: { id } });
    expect(JSON.stringify(stored)).not.toContain(secret);
    await expectRefusal(`Bearer ${stored.secretHash}`);
    await expectWelcome(`Bearer ${secret}`);
  });

  it('has 256 random bits behind a prefix that scanners can look for', () => {
    const secrets = Array.from({ length: 100 }, () => newTokenSecret());
    expect(new Set(secrets).size).toBe(100);
    for (const secret of secrets) expect(secret).toMatch(/^dg_[\w-]{43}$/);
  });

  it('holds until it expires', async () => {
    const later = await userWithToken({ expiresAt: new Date(Date.now() + hourMs) });
    await expectWelcome(`Bearer ${later.secret}`);
    const past = await userWithToken({ expiresAt: new Date(Date.now() - 1) });
    await expectRefusal(`Bearer ${past.secret}`);
  });

  it('ends when it is revoked', async () => {
    const { id, secret } = await userWithToken({});
    await expectWelcome(`Bearer ${secret}`);
    await world.db.prisma.apiToken.update({ where: { id }, data: { revokedAt: new Date() } });
    await expectRefusal(`Bearer ${secret}`);
  });

  it('is sent as a bearer token, however the scheme is spelled, and whoever does not is told so', async () => {
    const { secret } = await userWithToken({});
    await expectWelcome(`bearer ${secret}`);
    await expectWelcome(`BEARER  ${secret} `);
    const notSent =
      'The header "Authorization" has no API token: send "Authorization: Bearer <token>".';
    const basic = Buffer.from(`user:${secret}`).toString('base64');
    for (const wrong of [secret, `Basic ${basic}`, `Token ${secret}`, 'Bearer', 'Bearer  ', '']) {
      await expectRefusal(wrong, notSent);
    }
    await expectRefusal(`Bearer ${secret} ${secret}`, notSent);
    await expectRefusal(`Bearer ${secret}x`);
    await expectRefusal(`Bearer ${'x'.repeat(5000)}`);
  });

  it('remembers when it was last used, to the minute', async () => {
    const lastUse = async (id: string) =>
      (await world.db.prisma.apiToken.findUniqueOrThrow({ where: { id } })).lastUsedAt;
    const unused = await userWithToken({});
    const before = Date.now();
    await expectWelcome(`Bearer ${unused.secret}`);
    const first = await lastUse(unused.id);
    expect(first?.getTime()).toBeGreaterThanOrEqual(before);
    await expectWelcome(`Bearer ${unused.secret}`);
    expect(await lastUse(unused.id)).toEqual(first);
    const old = await userWithToken({ lastUsedAt: new Date(Date.now() - hourMs) });
    await expectWelcome(`Bearer ${old.secret}`);
    expect((await lastUse(old.id))?.getTime()).toBeGreaterThanOrEqual(before);
  });

  it('is not written anywhere when it is refused', async () => {
    const { id, secret } = await userWithToken({ revokedAt: new Date() });
    await expectRefusal(`Bearer ${secret}`);
    const { lastUsedAt } = await world.db.prisma.apiToken.findUniqueOrThrow({ where: { id } });
    expect(lastUsedAt).toBeNull();
  });
});
