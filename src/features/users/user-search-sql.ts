import { sql, type Sql } from '../../database/database.ts';

/**
 * Returns SQL that is true when a user's name or e-mail address contains a text, ignoring case. An
 * address that is not confirmed is skipped, since it is not shown either.
 */
export function userMatchesSql(userId: Sql, text: string): Sql {
  return sql`EXISTS (SELECT FROM users u WHERE u.id = ${userId} AND (
    strpos(lower(u.display_name), lower(${text})) > 0
    OR (u.realm <> u.id AND strpos(lower(u.email), lower(${text})) > 0)))`;
}
