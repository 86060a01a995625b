import { sql, type Sql } from '../../database/database.ts';

/**
 * Returns SQL of the lower-case e-mail address of a user. It is NULL for one that counts in one
 * organization only, and for one that is not confirmed: it proves nothing elsewhere.
 */
export function emailOfUserSql(userId: Sql): Sql {
  return sql`(SELECT lower(u.email) FROM users u WHERE u.id = ${userId} AND u.realm = '')`;
}
