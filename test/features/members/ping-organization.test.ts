import { decodeProtectedHeader, jwtVerify } from 'jose';
import { describe, expect, it } from 'vitest';
import { CLAIMED_TEAMS_MAX } from '../../../src/auth/visitor-claims.ts';
import { loadSecret } from '../../../src/database/secrets.ts';
import { newId } from '../../../src/lib/id.ts';
import { graphOutcomes, restOutcomes } from '../../support/cast.ts';
import type { Client } from '../../support/client.ts';
import { useOrganization, useWorld } from '../../support/use-world.ts';
import { baseUrl } from '../../support/world.ts';

const world = useWorld();
const organization = useOrganization(world);

const pingUrl = () => `/v1/orgs/${organization.id}/ping`;

const pingOrganization = /* GraphQL */ `
  mutation ($input: PingOrganizationInput!) {
    pingOrganization(input: $input) {
      member {
        userId
        lastSeenAt
      }
      visitorClaims {
        token
        expiresAt
      }
    }
  }
`;

/** The claims of a token that this installation signed for its organization. */
async function claimsOf(token: string): Promise<Record<string, unknown>> {
  expect(decodeProtectedHeader(token)).toEqual({ alg: 'HS256', typ: 'JWT' });
  const key = Buffer.from(await loadSecret(world.db, 'visitor-claims'), 'base64url');
  const { payload } = await jwtVerify(token, key, { issuer: baseUrl, audience: organization.id });
  return payload;
}

const lastSeenAt = async ({ userId }: Client): Promise<string | undefined> =>
  (await organization.admin.get(`/v1/orgs/${organization.id}/members/${userId}`)).body.lastSeenAt;

describe('the ping of a member', () => {
  it('is the only thing that moves when they were last seen', async () => {
    const member = await world.member(organization.id, 'read');
    await member.get(`/v1/orgs/${organization.id}`);
    expect(await lastSeenAt(member)).toBeUndefined();
    const before = Date.now();
    expect((await member.post(pingUrl())).status).toBe(200);
    const seen = await lastSeenAt(member);
    expect(Date.parse(seen ?? '')).toBeGreaterThanOrEqual(before);
    await member.get(`/v1/orgs/${organization.id}`);
    expect(await lastSeenAt(member)).toBe(seen);
    expect(await lastSeenAt(organization.admin)).toBeUndefined();
  });

  it('answers on /v1 with signed claims of who they are, for an hour', async () => {
    const member = await world.member(organization.id, 'review');
    const other = await world.organization();
    const [own, foreign] = [newId('Team'), newId('Team')];
    for (const [id, organizationId] of [
      [own, organization.id],
      [foreign, other.id],
    ] as const) {
      const members = { create: { userId: member.userId } };
      await world.db.prisma.team.create({ data: { id, organizationId, title: 'Team', members } });
    }
    const { body } = await member.post(pingUrl());
    expect(Object.keys(body)).toEqual(['serviceVisitorClaims']);
    const { iat, exp, ...claims } = await claimsOf(body.serviceVisitorClaims);
    expect(claims).toEqual({
      iss: baseUrl,
      aud: organization.id,
      sub: member.userId,
      organization: organization.id,
      role: 'review',
      teams: [own],
    });
    expect(Number(exp) - Number(iat)).toBe(3600);
  });

  it('tells in the graph when the claims end, and calls a guest a guest', async () => {
    const guest = await world.member(organization.id, null);
    const { pingOrganization: answer } = await guest.query(pingOrganization, {
      input: { organizationId: organization.id },
    });
    expect(answer.member).toEqual({ userId: guest.userId, lastSeenAt: expect.any(String) });
    const { role, teams, exp } = await claimsOf(answer.visitorClaims.token);
    expect({ role, teams }).toEqual({ role: 'guest', teams: [] });
    expect(Date.parse(answer.visitorClaims.expiresAt)).toBe(Number(exp) * 1000);
  });

  it('names a hundred teams at most, so that the token fits in a header', async () => {
    const member = await world.member(organization.id, 'read');
    const teams = Array.from({ length: CLAIMED_TEAMS_MAX + 1 }, () => newId('Team'));
    await world.db.prisma.team.createMany({
      data: teams.map((id) => ({ id, organizationId: organization.id, title: 'Team' })),
    });
    await world.db.prisma.teamMember.createMany({
      data: teams.map((teamId) => ({ teamId, userId: member.userId })),
    });
    const token = (await member.post(pingUrl())).body.serviceVisitorClaims as string;
    expect((await claimsOf(token))['teams']).toEqual(teams.slice(0, CLAIMED_TEAMS_MAX));
    expect(token.length).toBeLessThan(8000);
  });

  it('is for all members, guests included, and for nobody else', async () => {
    const cast = await world.cast(organization.id);
    const roles = { read: 'ok', comment: 'ok', edit: 'ok', review: 'ok', create: 'ok' };
    const expected = { ...roles, admin: 'ok', guest: 'ok', disabled: 404, stranger: 404 };
    expect(await restOutcomes(cast, (client) => client.post(pingUrl()))).toEqual(expected);
    const input = { organizationId: organization.id };
    const graph = await graphOutcomes(cast, (client) =>
      client.errorCode(pingOrganization, { input }),
    );
    expect(graph).toEqual(expected);
  });
});
