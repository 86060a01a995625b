import type { Row } from '../../builder.ts';
import type { Context } from '../../context.ts';
import { headsAtTimesSql } from '../../revisions/store/heads-at-times-sql.ts';
import { revisionSource } from './revision-source.ts';

/**
 * Returns the head of a branch at a time: the last revision written by then. Null if there was
 * none, or if the viewer may not see it. One statement for all branches and times of a level.
 *
 * @param branchId id of the space, for its primary content, or of a change request
 */
export async function revisionAtTime(
  { db, loaders }: Context,
  branchId: string,
  time: Date,
): Promise<Row<'Revision'> | null> {
  const key = `${time.getTime()} ${branchId}`;
  const id = await loaders.batch('revisions at times', key, async (keys) => {
    const branchIds = keys.map((one) => one.slice(one.indexOf(' ') + 1));
    const times = keys.map((one) => Number.parseInt(one, 10));
    const rows = await db.query(headsAtTimesSql(branchIds, times));
    return rows.map(([found]) => found as string | null);
  });
  return id === null ? null : loaders.one(revisionSource, id);
}
