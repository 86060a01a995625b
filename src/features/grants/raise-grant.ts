import { levelOfRoleSql } from '../../auth/level-of-role-sql.ts';
import { levelSql } from '../../auth/level-sql.ts';
import { places, type NamedPlace } from '../../auth/place.ts';
import type { Role } from '../../auth/roles.ts';
import { sql, type PrismaTransaction } from '../../database/database.ts';
import { newId } from '../../lib/id.ts';

/**
 * Ensures that a member has at least the level of a role on a space or collection. Grants the role,
 * unless they already have that level by a stronger grant, a team, a default or their role. Never
 * lowers a level.
 *
 * @returns whether a grant was added or raised
 */
export async function raiseGrant(
  transaction: PrismaTransaction,
  { kind, id }: NamedPlace,
  { userId, role, now }: { userId: string; role: Role; now: Date },
): Promise<boolean> {
  const { table, grantColumn } = places[kind];
  const wanted = levelOfRoleSql(sql`${role}`);
  const changed = await transaction.$executeRaw(sql`
    INSERT INTO grants (id, ${grantColumn}, user_id, role, created_at)
    SELECT ${newId('Grant')}, t.id, ${userId}, ${role}, ${now} FROM ${table} t
    WHERE t.id = ${id} AND COALESCE(${levelSql(kind, sql`t`, sql`${userId}`)}, 0) < ${wanted}
    ON CONFLICT (${grantColumn}, user_id) DO UPDATE SET role = EXCLUDED.role
    WHERE ${levelOfRoleSql(sql`grants.role`)} < ${wanted}`);
  return changed > 0;
}
