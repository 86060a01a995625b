import { sql, type Sql } from '../../database/database.ts';

/**
 * Selects the ids of the heads of branches at times: of each the last revision written by then, or
 * null, in the order of the arguments.
 *
 * @param branchIds ids of spaces, for their primary content, or of change requests
 * @param times in milliseconds since 1970, one for each branch
 */
export function headsAtTimesSql(branchIds: readonly string[], times: readonly number[]): Sql {
  return sql`
    SELECT (
      SELECT t.id FROM revisions t
      WHERE t.branch_id = k.branch_id AND t.created_at <= to_timestamp(k.time / 1000)
      ORDER BY t.created_at DESC, t.generation DESC LIMIT 1
    )
    FROM unnest(${branchIds}::text[], ${times}::float8[]) WITH ORDINALITY
      k(branch_id, time, number)
    ORDER BY k.number`;
}
