import type { PrismaTransaction } from '../database/database.ts';
import { sql } from '../database/database.ts';
import type { Job } from '../database/generated/prisma/client.ts';

/** Reads a job and holds it until the transaction ends; null when it is gone. */
export async function lockJob(transaction: PrismaTransaction, id: string): Promise<Job | null> {
  await transaction.$queryRaw(sql`SELECT FROM jobs WHERE id = ${id} FOR NO KEY UPDATE`);
  return transaction.job.findUnique({ where: { id } });
}
