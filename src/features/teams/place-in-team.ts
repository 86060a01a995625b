import { sql, type PrismaTransaction } from '../../database/database.ts';
import type { TeamRoleValue } from './team-role.ts';

/**
 * User to add to a team. Without a role, a new member gets the role `member`, and an existing one
 * keeps theirs.
 */
export interface TeamPlace {
  userId: string;
  role: TeamRoleValue | undefined;
}

/** Adds members of the organization to a locked team, or changes their roles. */
export async function placeInTeam(
  transaction: PrismaTransaction,
  teamId: string,
  places: readonly TeamPlace[],
  joinedAt: Date,
): Promise<void> {
  await transaction.$executeRaw(sql`
    INSERT INTO team_members AS own (team_id, user_id, role, joined_at)
    SELECT ${teamId}, given.user_id, COALESCE(given.role, 'member'), ${joinedAt}
    FROM unnest(
      ${places.map(({ userId }) => userId)}::text[],
      ${places.map(({ role }) => role ?? null)}::text[]
    ) AS given(user_id, role)
    ON CONFLICT (team_id, user_id) DO UPDATE SET role = EXCLUDED.role
    WHERE own.user_id = ANY(${places.flatMap(({ userId, role }) => (role ? [userId] : []))}::text[])`);
}
