import type { Row } from '../../builder.ts';
import { sql, type PrismaTransaction } from '../../database/database.ts';

/** Reads a translation and holds it until the transaction ends; null when it is gone. */
export async function lockTranslation(
  transaction: PrismaTransaction,
  id: string,
): Promise<Row<'Translation'> | null> {
  await transaction.$queryRaw(sql`SELECT FROM translations t WHERE t.id = ${id} FOR UPDATE`);
  return transaction.translation.findUnique({ where: { id } });
}
