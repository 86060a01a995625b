import type { Role } from '../../auth/roles.ts';
import { sql, type PrismaTransaction, type Sql } from '../../database/database.ts';

/** Settings that decisions inside a transaction rest on: nobody changes them until it ends. */
export interface LockedOrganization {
  id: string;
  title: string;
  defaultRole: Role | null;
  emailDomains: string[];
  inviteLinks: boolean;
  /** Whether it enforces single sign-on. */
  sso: boolean;
  /** Why it is blocked; null for one that is not. */
  blockedReason: string | null;
}

/**
 * Holds an organization, so that others who lock it wait for the end of the transaction. Null when
 * there is none with that id.
 */
export async function lockOrganization(
  transaction: PrismaTransaction,
  id: string,
): Promise<LockedOrganization | null> {
  const [organization] = await transaction.$queryRaw<LockedOrganization[]>(
    lockOrganizationQuery(id),
  );
  return organization ?? null;
}

/** Reads and holds an organization: a `LockedOrganization`. */
export function lockOrganizationQuery(id: string): Sql {
  // Rows that refer to the organization can still be written: they only need its key to stay.
  return sql`
    SELECT o.id, o.title, o.default_role AS "defaultRole", o.email_domains AS "emailDomains",
      o.invite_links AS "inviteLinks", o.sso, o.blocked_reason AS "blockedReason"
    FROM organizations o WHERE o.id = ${id} FOR NO KEY UPDATE`;
}

/** Holds several organizations, in an order in which two such transactions cannot block another. */
export async function lockOrganizations(
  transaction: PrismaTransaction,
  ids: readonly string[],
): Promise<void> {
  for (const id of ids.toSorted()) await lockOrganization(transaction, id);
}
