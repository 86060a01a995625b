import { sql, type PrismaTransaction } from '../../database/database.ts';
import { newId } from '../../lib/id.ts';

/** Copies the grants of one space to another. */
export async function copyGrants(
  transaction: PrismaTransaction,
  { from, to, now }: { from: string; to: string; now: Date },
): Promise<void> {
  const grants = await transaction.grant.findMany({
    where: { spaceId: from },
    select: { userId: true, teamId: true, role: true },
  });
  const column = <Value>(of: (grant: (typeof grants)[number]) => Value) => grants.map(of);
  await transaction.$executeRaw(sql`
    INSERT INTO grants (id, space_id, user_id, team_id, role, created_at)
    SELECT g.id, ${to}, g.user_id, g.team_id, g.role, ${now} FROM unnest(
      ${column(() => newId('Grant'))}::text[], ${column(({ userId }) => userId)}::text[],
      ${column(({ teamId }) => teamId)}::text[], ${column(({ role }) => role)}::text[]
    ) g(id, user_id, team_id, role)`);
}
