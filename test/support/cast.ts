import { roles, type Role } from '../../src/auth/roles.ts';
import { httpStatusOf, type ErrorCode } from '../../src/errors.ts';
import type { Client } from './client.ts';

/** Kinds of users that access rules distinguish. */
export type Kind = Role | 'guest' | 'disabled' | 'stranger';

/** A client for each kind of user. */
export type Cast = Readonly<Record<Kind, Client>>;

/** The outcome of an attempt: success, or the HTTP status. */
type Outcome = 'ok' | number;

/** Returns the outcomes of an attempt by each member of the cast on `/v1`, in turn. */
export function restOutcomes(
  cast: Cast,
  attempt: (client: Client, kind: Kind) => Promise<{ status: number }>,
): Promise<Record<Kind, Outcome>> {
  return outcomes(cast, async (client, kind) => {
    const { status } = await attempt(client, kind);
    return status < 300 ? 'ok' : status;
  });
}

/** Returns the outcomes on `/graphql`, with error codes converted to the statuses of `/v1`. */
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
 * Returns the outcomes of an action that requires a role. Members with a lower role get 403, since
 * they see the resource; for all others it does not exist.
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
