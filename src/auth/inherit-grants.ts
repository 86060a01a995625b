import { sql, type PrismaTransaction, type Sql } from '../database/database.ts';
import { conflict } from '../errors.ts';
import { newId } from '../lib/id.ts';
import { levelOfRoleSql } from './level-of-role-sql.ts';
import { roles } from './roles.ts';

/** Most grants that are passed on at once. */
const PASSED_GRANTS_MAX = 100_000;

/** A grant to come: on a space or a collection, to a user or a team. */
interface PassedGrant {
  spaceId: string | null;
  collectionId: string | null;
  userId: string | null;
  teamId: string | null;
  level: number;
}

/**
 * Grants on the spaces and collections right in a collection what is granted on it, so that it can
 * go and everybody keeps exactly the level that they have. Whoever was granted something on an item
 * itself, as a user or by a team, has the level of that and inherits none. Where a team has members
 * of both kinds, and inheriting would raise one, it is passed on to the others one by one.
 *
 * @throws CONFLICT when that makes more than 100,000 grants
 */
export async function inheritGrants(
  transaction: PrismaTransaction,
  collectionId: string,
): Promise<void> {
  const grants = await transaction.$queryRaw<PassedGrant[]>(passedGrants(collectionId));
  if (grants.length > PASSED_GRANTS_MAX) {
    throw conflict(
      'Too many people have access by the collection to too much in it: ' +
        `more than ${PASSED_GRANTS_MAX} grants would be needed. Move or unshare something first.`,
    );
  }
  const column = <Value>(of: (grant: PassedGrant) => Value) => grants.map((grant) => of(grant));
  await transaction.$executeRaw(sql`
    INSERT INTO grants (id, space_id, collection_id, user_id, team_id, role)
    SELECT * FROM unnest(
      ${column(() => newId('Grant'))}::text[], ${column(({ spaceId }) => spaceId)}::text[],
      ${column(({ collectionId: id }) => id)}::text[], ${column(({ userId }) => userId)}::text[],
      ${column(({ teamId }) => teamId)}::text[],
      ${column(({ level }) => roles[level - 1] ?? 'read')}::text[])
    ON CONFLICT DO NOTHING`);
}

function passedGrants(collectionId: string): Sql {
  const levelOfGrant = levelOfRoleSql(sql`g.role`);
  return sql`
    WITH item AS (
      SELECT s.id, s.id AS space_id, NULL AS collection_id FROM spaces s
      WHERE s.parent_id = ${collectionId}
      UNION ALL
      SELECT c.id, NULL, c.id FROM collections c WHERE c.parent_id = ${collectionId}
    ), passed AS (
      SELECT g.user_id, g.team_id, ${levelOfGrant} AS level FROM grants g
      WHERE g.collection_id = ${collectionId}
    ), on_item AS (
      SELECT item.id, g.user_id, g.team_id, ${levelOfGrant} AS level
      FROM item JOIN grants g ON g.space_id = item.space_id
      UNION ALL
      SELECT item.id, g.user_id, g.team_id, ${levelOfGrant}
      FROM item JOIN grants g ON g.collection_id = item.collection_id
    ), own AS (
      SELECT o.id, COALESCE(o.user_id, tm.user_id) AS user_id, max(o.level) AS level
      FROM on_item o LEFT JOIN team_members tm ON tm.team_id = o.team_id GROUP BY 1, 2
    ), divided AS (
      SELECT DISTINCT own.id, passed.team_id, passed.level
      FROM own JOIN team_members tm ON tm.user_id = own.user_id
      JOIN passed ON passed.team_id = tm.team_id
      WHERE own.level < passed.level
    ), heir AS (
      SELECT item.id, passed.user_id, NULL AS team_id, passed.level
      FROM item CROSS JOIN passed WHERE passed.user_id IS NOT NULL
      UNION ALL
      SELECT item.id, NULL, passed.team_id, passed.level
      FROM item CROSS JOIN passed WHERE passed.team_id IS NOT NULL
        AND NOT EXISTS (SELECT FROM divided d WHERE d.id = item.id AND d.team_id = passed.team_id)
        AND NOT EXISTS (SELECT FROM on_item o WHERE o.id = item.id AND o.team_id = passed.team_id)
      UNION ALL
      SELECT divided.id, tm.user_id, NULL, divided.level
      FROM divided JOIN team_members tm ON tm.team_id = divided.team_id
    )
    SELECT item.space_id AS "spaceId", item.collection_id AS "collectionId",
      heir.user_id AS "userId", heir.team_id AS "teamId", max(heir.level)::int AS level
    FROM heir JOIN item ON item.id = heir.id
    WHERE NOT EXISTS (
      SELECT FROM own WHERE own.id = heir.id AND own.user_id = heir.user_id)
    GROUP BY item.space_id, item.collection_id, heir.user_id, heir.team_id
    LIMIT ${PASSED_GRANTS_MAX + 1}`;
}
