import { administersSql, isMemberSql } from '../../auth/membership-sql.ts';
import { sql, type Sql } from '../../database/database.ts';

/** True when a user administrates the team `t`: the rule of its flag `admin`, in SQL. */
export function teamAdministeredSql(userId: Sql): Sql {
  return sql`(
    ${administersSql(sql`t.organization_id`, userId)}
    OR ${isMemberSql(sql`t.organization_id`, userId)} AND EXISTS (
      SELECT FROM team_members owned
      WHERE owned.team_id = t.id AND owned.user_id = ${userId} AND owned.role = 'owner'))`;
}
