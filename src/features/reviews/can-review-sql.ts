import { levelOnSpaceSql } from '../../auth/level-sql.ts';
import { levelOf } from '../../auth/roles.ts';
import { rawSql, sql, type Sql } from '../../database/database.ts';
import { spaceRoleFor } from '../spaces/space-access.ts';

/** True if the user's level on a space allows reviewing its change requests. */
export function canReviewSql(spaceId: Sql, userId: Sql): Sql {
  const needed = rawSql(String(levelOf(spaceRoleFor.review)));
  return sql`COALESCE(${levelOnSpaceSql(spaceId, userId)} >= ${needed}, FALSE)`;
}
