import { sql, type PrismaTransaction } from '../../database/database.ts';

/** Locks a user until the transaction ends. */
export async function lockUser(transaction: PrismaTransaction, id: string): Promise<void> {
  // Rows that refer to the user can still be written, because they need only the key.
  await transaction.$queryRaw(sql`SELECT FROM users u WHERE u.id = ${id} FOR NO KEY UPDATE`);
}
