import { z } from 'zod';
import { writeChecked, type Context } from '../../context.ts';
import type { PrismaTransaction } from '../../database/database.ts';
import { executeLast } from '../../database/direct-transaction.ts';
import { updateSql } from '../../database/write-sql.ts';
import type { WrittenRow } from '../../pagination/payload-row.ts';
import { lockTeamFor } from './lock-team-for.ts';
import { findTeam, type TeamKey } from './team-access.ts';
import { teamTitle } from './team-limits.ts';

/** Changeable properties of a team (interface, Teams). */
export const teamChanges = z.object({ title: teamTitle });

/**
 * Renames a team (interface, Teams).
 *
 * @throws NOT_FOUND, FORBIDDEN for viewers who do not administer it
 */
export async function updateTeam(
  context: Context,
  key: TeamKey,
  { title }: z.output<typeof teamChanges>,
): Promise<WrittenRow> {
  const { teamId: id } = key;
  const work = async (transaction: PrismaTransaction) => {
    await lockTeamFor(transaction, context.viewer, key);
    await executeLast(transaction, updateSql('teams', { id }, { title }));
    return { id };
  };
  return writeChecked(
    context,
    () => findTeam(context, key, 'admin'),
    () => context.write(work),
  );
}
