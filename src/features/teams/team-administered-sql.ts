import { administersSql, isMemberSql } from '../../auth/membership-sql.ts';
import { sql, type Sql } from '../../database/database.ts';

/** Returns SQL that is true when a user administers the team `t`: the rule of its flag `admin`. */
export function teamAdministeredSql(userId: Sql): Sql {
  return sql`(
    ${administersSql(sql`t.organization_id`, userId)}
    OR ${isMemberSql(sql`t.organization_id`, userId)} AND EXISTS (
      SELECT FROM team_members owned
      WHERE owned.team_id = t.id AND owned.user_id = ${userId} AND owned.role = 'owner'))`;
}
