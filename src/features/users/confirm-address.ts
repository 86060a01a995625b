import { sql, type PrismaTransaction } from '../../database/database.ts';

/**
 * Confirms the address of a user who signed up with it before anything proved that it is theirs.
 * The caller holds the lock of the address, and knows that no other user has confirmed it.
 *
 * @returns false for a user with another address, or with a confirmed one
 */
export async function confirmAddress(
  transaction: PrismaTransaction,
  userId: string,
  email: string,
): Promise<boolean> {
  const confirmed = await transaction.$executeRaw(sql`
    UPDATE users SET realm = '', email = ${email}
    WHERE id = ${userId} AND realm = id AND lower(email) = ${email}`);
  return confirmed > 0;
}
