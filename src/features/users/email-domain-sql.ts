import { sql, type Sql } from '../../database/database.ts';

/**
 * The domain of a user's e-mail address, in lower case, for an organization: NULL for an address
 * that single sign-on of another one vouches for.
 */
export function emailDomainSql(userId: Sql, organizationId: Sql): Sql {
  return sql`(SELECT lower(substring(u.email FROM '[^@]*$')) FROM users u
    WHERE u.id = ${userId} AND u.realm IN ('', ${organizationId}))`;
}
