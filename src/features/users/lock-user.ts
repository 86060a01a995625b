import { sql, type PrismaTransaction } from '../../database/database.ts';

/** Holds a user, so that others who lock them wait for the end of the transaction. */
export async function lockUser(transaction: PrismaTransaction, id: string): Promise<void> {
  // Rows that refer to the user can still be written: they only need the key to stay.
  await transaction.$queryRaw(sql`SELECT FROM users u WHERE u.id = ${id} FOR NO KEY UPDATE`);
}
