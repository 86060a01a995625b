import { sql, type Sql } from '../../database/database.ts';

/** True when the name or the e-mail address of a user contains a text, whatever its case. */
export function userMatchesSql(userId: Sql, text: string): Sql {
  return sql`EXISTS (SELECT FROM users u WHERE u.id = ${userId} AND (
    strpos(lower(u.display_name), lower(${text})) > 0
    OR strpos(lower(u.email), lower(${text})) > 0))`;
}
