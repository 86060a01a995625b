import { generateKeyPair, SignJWT, UnsecuredJWT, type JWTPayload } from 'jose';
import { describe, expect, it } from 'vitest';
import { newPrivateKey } from '../../../../src/features/sites/visitors/load-publishing-auth.ts';
import {
  verifyVisitorToken,
  VisitorTokenError,
} from '../../../../src/features/sites/visitors/visitor-token.ts';

const now = new Date('2026-11-28T12:00:00Z');
const seconds = Math.floor(now.getTime() / 1000);
const privateKey = newPrivateKey();
const proof = { key: new TextEncoder().encode(privateKey) };
const claims = { plan: 'pro', exp: seconds + 60 };

const sign = (payload: JWTPayload, { key = privateKey, alg = 'HS256' } = {}) =>
  new SignJWT(payload).setProtectedHeader({ alg }).sign(new TextEncoder().encode(key));

const problemOf = async (token: string) => {
  try {
    await verifyVisitorToken(token, proof, now);
    return undefined;
  } catch (error) {
    if (error instanceof VisitorTokenError) return error.message;
    throw error;
  }
};

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

describe('the token of a visitor', () => {
  it('tells its claims when the key of the site signed it and it has not expired', async () => {
    expect(await verifyVisitorToken(await sign(claims), proof, now)).toEqual(claims);
  });

  it.each([
    ['30 seconds late', { ...claims, exp: seconds - 29 }, undefined],
    ['later', { ...claims, exp: seconds - 31 }, 'has expired'],
    ['30 seconds early', { ...claims, nbf: seconds + 29 }, undefined],
    ['earlier', { ...claims, nbf: seconds + 31 }, 'has a claim "nbf" that is not valid now'],
    ['without an end', { plan: 'pro' }, 'must have the claim "exp"'],
    ['with an end that is no time', { exp: 'never' }, 'has a claim "exp" that is not valid now'],
  ])('that comes %s is as valid as clocks allow', async (_, payload, problem) => {
    expect(await problemOf(await sign(payload as JWTPayload))).toBe(problem);
  });

  it('of another key, another algorithm or none is refused', async () => {
    const otherKey = await sign(claims, { key: newPrivateKey() });
    expect(await problemOf(otherKey)).toBe("is not signed with the site's key");
    const strong = await sign(claims, { alg: 'HS512', key: privateKey.padEnd(64, 'x') });
    expect(await problemOf(strong)).toBe('must be signed by HS256');
    const unsigned = new UnsecuredJWT(claims).encode();
    expect(await problemOf(unsigned)).toBe('must be signed by HS256');
    const pair = await generateKeyPair('RS256');
    const asymmetric = await new SignJWT(claims)
      .setProtectedHeader({ alg: 'RS256' })
      .sign(pair.privateKey);
    expect(await problemOf(asymmetric)).toBe('must be signed by HS256');
  });

  it('whose claims were changed after it was signed is refused', async () => {
    const [header, , signature] = (await sign(claims)).split('.');
    const forged = `${header}.${encode({ ...claims, plan: 'enterprise' })}.${signature}`;
    expect(await problemOf(forged)).toBe("is not signed with the site's key");
  });

  it.each([
    '',
    'x',
    '..',
    'a.b.c',
    `${encode({ alg: 'HS256' })}.${encode([])}.x`,
    `${encode({ alg: 'HS256', crit: ['b64'], b64: false })}.${encode(claims)}.x`,
    `${encode({ alg: 'none' })}.${encode(claims)}.`,
    `${encode({ alg: 'HS256', jwk: { kty: 'oct', k: 'AA' } })}.${encode(claims)}.x`,
    `${encode({})}.${encode(claims)}.x`,
    'é.\0.☃',
  ])('cannot be %j', async (token) => {
    expect(await problemOf(token)).toEqual(expect.any(String));
  });

  it('has at most 8192 characters', async () => {
    const long = await sign({ ...claims, text: 'x'.repeat(8192) });
    expect(await problemOf(long)).toBe('must have at most 8192 characters');
  });
});
