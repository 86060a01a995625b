import { sql, type PrismaTransaction } from '../../database/database.ts';

/**
 * Holds an e-mail address until the transaction ends, in any case of its letters, for those who
 * make its user: there may be no row to hold yet.
 */
export async function lockEmailAddress(
  transaction: PrismaTransaction,
  email: string,
): Promise<void> {
  await transaction.$executeRaw(sql`
    SELECT pg_advisory_xact_lock(hashtextextended(${`e-mail ${email.toLowerCase()}`}, 0))`);
}
