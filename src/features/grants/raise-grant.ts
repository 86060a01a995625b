import { collectionLevelSql, levelOfRoleSql, spaceLevelSql } from '../../auth/level-sql.ts';
import type { Role } from '../../auth/roles.ts';
import { rawSql, sql, type PrismaTransaction } from '../../database/database.ts';
import { newId } from '../../lib/id.ts';
import type { GrantPlace } from './grant-place.ts';

/**
 * Sees to it that a member has at least the level of a role somewhere: grants it to them unless
 * they have it already, by a stronger grant, a team, a default or their role. Nobody's level sinks.
 *
 * @returns whether a grant was given or raised
 */
export async function raiseGrant(
  transaction: PrismaTransaction,
  place: GrantPlace,
  { userId, role, now }: { userId: string; role: Role; now: Date },
): Promise<boolean> {
  const ofSpace = 'spaceId' in place;
  const { table, column, id, level } = ofSpace
    ? { table: 'spaces', column: 'space_id', id: place.spaceId, level: spaceLevelSql }
    : {
        table: 'collections',
        column: 'collection_id',
        id: place.collectionId,
        level: collectionLevelSql,
      };
  const wanted = levelOfRoleSql(sql`${role}`);
  const changed = await transaction.$executeRaw(sql`
    INSERT INTO grants (id, ${rawSql(column)}, user_id, role, created_at)
    SELECT ${newId('Grant')}, t.id, ${userId}, ${role}, ${now} FROM ${rawSql(table)} t
    WHERE t.id = ${id} AND COALESCE(${level(sql`t`, sql`${userId}`)}, 0) < ${wanted}
    ON CONFLICT (${rawSql(column)}, user_id) DO UPDATE SET role = EXCLUDED.role
    WHERE ${levelOfRoleSql(sql`grants.role`)} < ${wanted}`);
  return changed > 0;
}
