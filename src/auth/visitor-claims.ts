import { SignJWT } from 'jose';
import { sql, type Database } from '../database/database.ts';
import { loadSecret } from '../database/secrets.ts';
import type { Role } from './roles.ts';

/** Lifetime of claims in seconds; clients renew them before. */
const LIFETIME_S = 60 * 60;
/** Most teams that claims name: a token travels in headers and addresses. */
export const CLAIMED_TEAMS_MAX = 100;

/** Subject and issuer of claims. */
export interface ClaimsSubject {
  organizationId: string;
  userId: string;
  /** Role; null for a guest. */
  role: Role | null;
  /** The address of this installation. */
  issuer: string;
  now: Date;
}

export interface VisitorClaims {
  /** A JWT. */
  token: string;
  expiresAt: Date;
}

/**
 * Signs what a member is, as claims that the sites of their organization can take for those of a
 * visitor: `sub` is the user, `aud` and `organization` the organization, `role` the role or
 * `guest`, `teams` the ids of the first 100 teams. HS256 with a key of the installation, so only
 * the installation itself can verify that they are genuine.
 */
export async function signVisitorClaims(
  db: Database,
  { organizationId, userId, role, issuer, now }: ClaimsSubject,
): Promise<VisitorClaims> {
  const teams = await teamsOf(db, organizationId, userId);
  const claims = { organization: organizationId, role: role ?? 'guest', teams };
  return signClaims(db, { ...claims, sub: userId }, { organizationId, issuer, now });
}

/** Signs claims that the sites of an organization take for those of a visitor, for an hour. */
export async function signClaims(
  db: Database,
  claims: Readonly<Record<string, unknown>>,
  { organizationId, issuer, now }: Pick<ClaimsSubject, 'organizationId' | 'issuer' | 'now'>,
): Promise<VisitorClaims> {
  const issuedAt = Math.floor(now.getTime() / 1000);
  const token = await new SignJWT(claims)
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setIssuer(issuer)
    .setAudience(organizationId)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + LIFETIME_S)
    .sign(await claimsKey(db));
  return { token, expiresAt: new Date((issuedAt + LIFETIME_S) * 1000) };
}

/** The key that signs claims, and proves them. */
export async function claimsKey(db: Database): Promise<Uint8Array> {
  return Buffer.from(await loadSecret(db, 'visitor-claims'), 'base64url');
}

async function teamsOf(db: Database, organizationId: string, userId: string): Promise<string[]> {
  const rows = await db.query(sql`
    SELECT t.id FROM team_members tm JOIN teams t ON t.id = tm.team_id
    WHERE tm.user_id = ${userId} AND t.organization_id = ${organizationId}
    ORDER BY t.id LIMIT ${CLAIMED_TEAMS_MAX}`);
  return rows.map(([id]) => id as string);
}
