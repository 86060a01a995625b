import { sql, type PrismaTransaction } from '../../database/database.ts';

/**
 * Locks an e-mail address, ignoring case, until the transaction ends. Used before creating a user,
 * for whom there is no row to lock yet.
 */
export async function lockEmailAddress(
  transaction: PrismaTransaction,
  email: string,
): Promise<void> {
  await transaction.$executeRaw(sql`
    SELECT pg_advisory_xact_lock(hashtextextended(${`e-mail ${email.toLowerCase()}`}, 0))`);
}
