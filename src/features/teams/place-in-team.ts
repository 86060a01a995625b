import { sql, type PrismaTransaction } from '../../database/database.ts';
import type { TeamRoleValue } from './team-role.ts';

/** Who is to be in a team; without a role they become members, or stay what they are. */
export interface TeamPlace {
  userId: string;
  role: TeamRoleValue | undefined;
}

/** Puts members of the organization into a team that is locked, and gives them their roles. */
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
