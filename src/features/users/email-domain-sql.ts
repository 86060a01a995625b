import { sql, type Sql } from '../../database/database.ts';

/**
 * Returns SQL of the lower-case domain of a user's e-mail address, for an organization. It is NULL
 * for an address from another organization's single sign-on, and for one that is not confirmed.
 */
export function emailDomainSql(userId: Sql, organizationId: Sql): Sql {
  return sql`(SELECT lower(substring(u.email FROM '[^@]*$')) FROM users u
    WHERE u.id = ${userId} AND u.realm IN ('', ${organizationId}))`;
}
