import { hasRoleSql, isMemberSql } from '../../auth/membership-sql.ts';
import { sql, type Sql } from '../../database/database.ts';

/**
 * True when the team with the alias `row` exists for the user: every member of the organization
 * sees all teams, a guest those that they are in.
 */
export function teamVisibleSql(row: Sql, userId: Sql): Sql {
  return sql`(
    ${hasRoleSql(sql`${row}.organization_id`, userId)}
    OR ${isMemberSql(sql`${row}.organization_id`, userId)} AND EXISTS (
      SELECT FROM team_members own WHERE own.team_id = ${row}.id AND own.user_id = ${userId}))`;
}
