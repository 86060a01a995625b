import { hasRoleSql, isMemberSql } from '../../auth/membership-sql.ts';
import { sql, type Sql } from '../../database/database.ts';

/**
 * Returns SQL that is true when the team `row` is visible to the user. Members of the organization
 * see all teams, guests only their own.
 */
export function teamVisibleSql(row: Sql, userId: Sql): Sql {
  return sql`(
    ${hasRoleSql(sql`${row}.organization_id`, userId)}
    OR ${isMemberSql(sql`${row}.organization_id`, userId)} AND EXISTS (
      SELECT FROM team_members own WHERE own.team_id = ${row}.id AND own.user_id = ${userId}))`;
}
