import { sql, type Sql } from '../../database/database.ts';

/** The domain of a user's e-mail address, in lower case. */
export function emailDomainSql(userId: Sql): Sql {
  return sql`(SELECT lower(substring(u.email FROM '[^@]*$')) FROM users u WHERE u.id = ${userId})`;
}
