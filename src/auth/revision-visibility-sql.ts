import { sql, type Sql } from '../database/database.ts';
import { seesInSpaceSql } from './space-visibility-sql.ts';

/**
 * True when the user may view the revision with the alias `row`: with a level on its space all of
 * them; readers of what is published see the head of the primary content, neither history nor
 * proposals.
 */
export function revisionVisibleSql(row: Sql, userId: Sql): Sql {
  return seesInSpaceSql(sql`${row}.space_id`, userId, sql`s.revision_id = ${row}.id`);
}
