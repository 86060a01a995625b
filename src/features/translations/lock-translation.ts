import type { Row } from '../../builder.ts';
import { sql, type PrismaTransaction } from '../../database/database.ts';

/** Locks a translation until the transaction ends; returns null if it is deleted. */
export async function lockTranslation(
  transaction: PrismaTransaction,
  id: string,
): Promise<Row<'Translation'> | null> {
  await transaction.$queryRaw(sql`SELECT FROM translations t WHERE t.id = ${id} FOR UPDATE`);
  return transaction.translation.findUnique({ where: { id } });
}
