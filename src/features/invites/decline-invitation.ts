import type { Context } from '../../context.ts';
import { sql } from '../../database/database.ts';
import { emailOfUserSql } from '../users/email-of-user-sql.ts';

/**
 * Declines an invitation to the viewer's address, which is then deleted. Succeeds if there is no
 * such invitation.
 */
export async function declineInvitation(context: Context, id: string): Promise<void> {
  const userId = context.viewer.id;
  await context.write((transaction) =>
    transaction.$executeRaw(sql`
      DELETE FROM invitations t
      WHERE t.id = ${id} AND t.email = ${emailOfUserSql(sql`${userId}`)}`),
  );
}
