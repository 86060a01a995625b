import { z } from 'zod';
import { lockPlace } from '../../auth/lock-place.ts';
import { places, type NamedPlace } from '../../auth/place.ts';
import { requireSubjects } from '../../auth/require-subjects.ts';
import { roles, type Role } from '../../auth/roles.ts';
import type { Context } from '../../context.ts';
import { sql, type PrismaTransaction, type Sql } from '../../database/database.ts';
import { badInput } from '../../errors.ts';
import { newId } from '../../lib/id.ts';
import { findPlace, placeOf, type PlaceRef } from './grant-place.ts';

/** Maximum number of members, and of teams, in one call. */
const SUBJECTS_MAX = 100;

const ids = z.array(z.string()).min(1).max(SUBJECTS_MAX).optional();

/** The role to grant, and the members and teams. A null role revokes their grants. */
export const newGrants = z.object({ role: z.enum(roles).nullable(), users: ids, teams: ids });

/**
 * Grants a role on a space or collection to members and teams of its organization, replacing their
 * existing grants there. Either all grants change, or none.
 *
 * @returns the space or collection
 * @throws NOT_FOUND for a missing space, collection, member or team, FORBIDDEN below `admin`,
 *   BAD_USER_INPUT without members and teams and for a repeated id, CONFLICT when the space is
 *   deleted
 */
export async function grantAccess(
  context: Context,
  ref: PlaceRef,
  { role, users = [], teams = [] }: z.output<typeof newGrants>,
): Promise<NamedPlace> {
  const place = placeOf(ref);
  const { organizationId } = await findPlace(context, place, 'admin');
  if (users.length + teams.length === 0) throw badInput('Give "users" or "teams".', ['input']);
  requireOnce('users', users);
  requireOnce('teams', teams);
  await context.write(async (transaction) => {
    await lockPlace(transaction, context.viewer, { ...place, organizationId }, 'admin');
    await requireSubjects(transaction, 'member', organizationId, users);
    await requireSubjects(transaction, 'team', organizationId, teams);
    const change = role === null ? takeAway(place) : give(place, role, context.now());
    await change(transaction, sql`user_id`, users);
    await change(transaction, sql`team_id`, teams);
  });
  return place;
}

function requireOnce(name: string, given: readonly string[]): void {
  const twice = given.findIndex((id, index) => given.indexOf(id) !== index);
  if (twice >= 0) throw badInput(`"${name}.${twice}" appears twice.`, ['input', name, twice]);
}

type Change = (
  transaction: PrismaTransaction,
  column: Sql,
  ids: readonly string[],
) => Promise<void>;

function give({ kind, id }: NamedPlace, role: Role, now: Date): Change {
  const { grantColumn } = places[kind];
  return async (transaction, subjectColumn, subjectIds) => {
    // Sorted, so that two transactions cannot deadlock.
    const sorted = subjectIds.toSorted();
    await transaction.$executeRaw(sql`
      INSERT INTO grants (id, ${grantColumn}, ${subjectColumn}, role, created_at)
      SELECT given.id, ${id}, given.subject_id, ${role}, ${now}
      FROM unnest(${sorted.map(() => newId('Grant'))}::text[], ${sorted}::text[])
        AS given(id, subject_id)
      ON CONFLICT (${grantColumn}, ${subjectColumn}) DO UPDATE SET role = EXCLUDED.role`);
  };
}

function takeAway({ kind, id }: NamedPlace): Change {
  return async (transaction, subjectColumn, subjectIds) => {
    await transaction.$executeRaw(sql`
      DELETE FROM grants g WHERE g.${places[kind].grantColumn} = ${id}
        AND g.${subjectColumn} = ANY(${[...subjectIds]}::text[])`);
  };
}
