import { rawSql, sql, type Sql } from '../database/database.ts';
import { levelOfRoleSql } from './level-of-role-sql.ts';
import { levelOnSpaceSql } from './level-sql.ts';
import { levelOf } from './roles.ts';
import { accessesSpaceSql } from './space-visibility-sql.ts';

/** True when the user may edit the space with that id. */
function editsSpaceSql(spaceId: Sql, userId: Sql): Sql {
  const needed = rawSql(String(levelOf('edit')));
  return sql`(${accessesSpaceSql(spaceId, userId)}
    AND ${levelOnSpaceSql(spaceId, userId)} >= ${needed})`;
}

/** True when the user may create content in the organization with that id. */
function createsInSql(organizationId: Sql, userId: Sql): Sql {
  const needed = rawSql(String(levelOf('create')));
  return sql`EXISTS (SELECT FROM members m WHERE m.organization_id = ${organizationId}
    AND m.user_id = ${userId} AND NOT m.disabled AND ${levelOfRoleSql(sql`m.role`)} >= ${needed})`;
}

/**
 * True when the user sees the job with the alias `row`: one of a space with the level `edit` on it,
 * one of an organization with the role `create`.
 */
export function seesJobSql(row: Sql, userId: Sql): Sql {
  return sql`CASE WHEN ${row}.space_id IS NULL THEN ${createsInSql(sql`${row}.organization_id`, userId)}
    ELSE ${editsSpaceSql(sql`${row}.space_id`, userId)} END`;
}
