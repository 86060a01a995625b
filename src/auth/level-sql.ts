import { emptySql, rawSql, sql, type Sql } from '../database/database.ts';
import { isViewerSlot } from '../database/slot.ts';
import type { Decision } from './decision.ts';
import { viewerLevelSql } from './level-sets-sql.ts';
import { levelOfRoleSql } from './level-of-role-sql.ts';
import { collectionSql } from './nested-collections-sql.ts';
import { places, type PlaceKind } from './place.ts';
import { levelOf } from './roles.ts';

/** True when the grant with the alias `grant` is to the user, or to a team of theirs. */
export function grantedToSql(grant: Sql, userId: Sql): Sql {
  return sql`(${grant}.user_id = ${userId} OR ${grant}.team_id IN (
    SELECT tm.team_id FROM team_members tm WHERE tm.user_id = ${userId}))`;
}

/** The row itself, at depth 0, and the collections above it, as `up(id, default_level, depth)`. */
function upwards(row: Sql): Sql {
  return sql`WITH RECURSIVE up(id, parent_id, default_level, depth) AS (
      SELECT NULL, ${row}.parent_id, ${row}.default_level, 0
      UNION ALL
      SELECT c.id, c.parent_id, c.default_level, up.depth + 1
      FROM up ${collectionSql(sql`up.parent_id`)}
    )`;
}

/** An expression for each outcome of the rule. */
interface Question {
  /** The member `m` administrates the organization. */
  ofAdmin: Sql;
  /** The grant `g` decides; never NULL. */
  ofGrant: (collectionId: Sql) => Sql;
  /** A default level decides, which is not `inherit`; NULL gives no access. */
  ofDefault: (defaultLevel: Sql, collectionId: Sql) => Sql;
  /** The role of the member `m` decides. */
  ofRole: Sql;
  /** Outcome for the member `m` who is a guest without a grant. */
  ofGuest: Sql;
  /** A lock to take on the member `m`, who is read as the lock finds them. */
  lock?: Sql;
}

const askLevel: Question = {
  ofAdmin: rawSql(String(levelOf('admin'))),
  ofGrant: () => levelOfRoleSql(sql`g.role`),
  ofDefault: (defaultLevel) => levelOfRoleSql(defaultLevel),
  ofRole: levelOfRoleSql(sql`m.role`),
  ofGuest: sql`NULL`,
};

/** The same of a membership that nobody changes or ends until the transaction does. */
const askHeldLevel: Question = { ...askLevel, lock: sql`FOR SHARE OF m` };

/** Asks for a `Decision`. */
const askDecision: Question = {
  ofAdmin: decisionObjectSql('organization-admin', { level: askLevel.ofAdmin }),
  ofGrant: (collectionId) => {
    const level = askLevel.ofGrant(collectionId);
    return decisionObjectSql('grant', { level, collectionId, teamId: sql`g.team_id` });
  },
  ofDefault: (defaultLevel, collectionId) => {
    const level = askLevel.ofDefault(defaultLevel, collectionId);
    return decisionObjectSql('default-level', { level, collectionId });
  },
  ofRole: decisionObjectSql('organization-role', { level: askLevel.ofRole }),
  ofGuest: decisionObjectSql('guest', { level: askLevel.ofGuest }),
};

function decisionObjectSql(
  rule: Decision['rule'],
  { level, collectionId = sql`NULL`, teamId = sql`NULL` }: Partial<Record<keyof Decision, Sql>>,
): Sql {
  return sql`jsonb_build_object('rule', ${rule}::text, 'level', ${level}::int,
    'collectionId', ${collectionId}::text, 'teamId', ${teamId}::text)`;
}

/**
 * The rule that gives a user a level on a space or a collection: the strongest grant on it, else on
 * the nearest collection that has one; else the nearest default level that is not `inherit` (null
 * there means none); else the role in the organization. An organization admin is always admin;
 * guests have what was granted to them and no default; a disabled member and a stranger have
 * nothing, which is NULL whatever is asked.
 *
 * @param row the alias of the row, with `organization_id`, `parent_id` and `default_level`
 */
function ruleSql(kind: PlaceKind, row: Sql, userId: Sql, question: Question): Sql {
  // A grant to the user goes before one to a team that gives as much.
  const strongest = sql`${levelOfRoleSql(sql`g.role`)} DESC, g.team_id NULLS FIRST LIMIT 1`;
  return sql`(
    SELECT CASE WHEN m.role = 'admin' THEN ${question.ofAdmin} ELSE COALESCE(
      (SELECT ${question.ofGrant(sql`NULL`)} FROM grants g
        WHERE g.${places[kind].grantColumn} = ${row}.id AND ${grantedToSql(sql`g`, userId)} ORDER BY ${strongest}),
      (${upwards(row)}
        SELECT COALESCE(
          (SELECT nearest.answer FROM up CROSS JOIN LATERAL (
            SELECT ${question.ofGrant(sql`up.id`)} AS answer FROM grants g
            WHERE g.collection_id = up.id AND ${grantedToSql(sql`g`, userId)} ORDER BY ${strongest}
          ) nearest ORDER BY up.depth LIMIT 1),
          CASE WHEN m.role IS NULL THEN ${question.ofGuest} WHEN d.found
            THEN ${question.ofDefault(sql`d.default_level`, sql`d.id`)} ELSE ${question.ofRole} END)
        FROM (VALUES (1)) one LEFT JOIN LATERAL (
          SELECT TRUE AS found, up.default_level, up.id FROM up
          WHERE up.default_level IS DISTINCT FROM 'inherit' ORDER BY up.depth LIMIT 1
        ) d ON TRUE
      ))
    END
    FROM members m
    WHERE m.organization_id = ${row}.organization_id AND m.user_id = ${userId} AND NOT m.disabled
    ${question.lock ?? emptySql}
  )`;
}

/**
 * A user's level on the space or collection with the alias `row`.
 *
 * @returns SQL for 1 (`read`) to 6 (`admin`), NULL for no access
 */
export function levelSql(kind: PlaceKind, row: Sql, userId: Sql): Sql {
  if (isViewerSlot(userId)) return viewerLevelSql(kind, row);
  return ruleSql(kind, row, userId, askLevel);
}

/** The same for a write: the user's membership stays as it is until the transaction ends. */
export function heldLevelSql(kind: PlaceKind, row: Sql, userId: Sql): Sql {
  return ruleSql(kind, row, userId, askHeldLevel);
}

/**
 * Returns the rule that decides a user's level on the space or collection `row`: a `Decision`, or
 * NULL.
 */
export function decisionSql(kind: PlaceKind, row: Sql, userId: Sql): Sql {
  return ruleSql(kind, row, userId, askDecision);
}

/** A user's level on the space with that id. */
export function levelOnSpaceSql(spaceId: Sql, userId: Sql): Sql {
  return sql`(SELECT ${levelSql('space', sql`s`, userId)} FROM spaces s WHERE s.id = ${spaceId})`;
}

/** The same for a write: the user's membership stays as it is until the transaction ends. */
export function heldLevelOnSpaceSql(spaceId: Sql, userId: Sql): Sql {
  return sql`(SELECT ${heldLevelSql('space', sql`s`, userId)} FROM spaces s
    WHERE s.id = ${spaceId})`;
}
