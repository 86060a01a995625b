import { roles, type Role } from '../../src/auth/roles.ts';
import { httpStatusOf, type ErrorCode } from '../../src/errors.ts';
import type { Client } from './client.ts';

/** Whom the rules of access tell apart in an organization. */
export type Kind = Role | 'guest' | 'disabled' | 'stranger';

/** A user of each kind. */
export type Cast = Readonly<Record<Kind, Client>>;

/** What came of an attempt: success, or the status of the error. */
type Outcome = 'ok' | number;

/** What comes of it when each of the cast tries something on `/v1`, in turn. */
export function restOutcomes(
  cast: Cast,
  attempt: (client: Client, kind: Kind) => Promise<{ status: number }>,
): Promise<Record<Kind, Outcome>> {
  return outcomes(cast, async (client, kind) => {
    const { status } = await attempt(client, kind);
    return status < 300 ? 'ok' : status;
  });
}

/** The same on `/graphql`: error codes become the statuses that `/v1` has for them. */
export function graphOutcomes(
  cast: Cast,
  attempt: (client: Client, kind: Kind) => Promise<string | undefined>,
): Promise<Record<Kind, Outcome>> {
  return outcomes(cast, async (client, kind) => {
    const code = await attempt(client, kind);
    return code === undefined ? 'ok' : httpStatusOf[code as ErrorCode];
  });
}

/**
 * The outcomes where a role and those above it may do something. Weaker members see the thing and
 * get 403; for all others it does not exist.
 */
export function allowedFrom(role: Role): Record<Kind, Outcome> {
  const ofRoles = roles.map((other): [Role, Outcome] => [
    other,
    roles.indexOf(other) >= roles.indexOf(role) ? 'ok' : 403,
  ]);
  return {
    ...(Object.fromEntries(ofRoles) as Record<Role, Outcome>),
    guest: 404,
    disabled: 404,
    stranger: 404,
  };
}

async function outcomes(
  cast: Cast,
  attempt: (client: Client, kind: Kind) => Promise<Outcome>,
): Promise<Record<Kind, Outcome>> {
  const results: [Kind, Outcome][] = [];
  for (const [kind, client] of Object.entries(cast) as [Kind, Client][]) {
    results.push([kind, await attempt(client, kind)]);
  }
  return Object.fromEntries(results) as Record<Kind, Outcome>;
}
