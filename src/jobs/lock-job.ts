import type { PrismaTransaction } from '../database/database.ts';
import { sql } from '../database/database.ts';
import type { Job } from '../database/generated/prisma/client.ts';

/** Locks a job until the transaction ends; returns null if it is deleted. */
export async function lockJob(transaction: PrismaTransaction, id: string): Promise<Job | null> {
  await transaction.$queryRaw(sql`SELECT FROM jobs WHERE id = ${id} FOR NO KEY UPDATE`);
  return transaction.job.findUnique({ where: { id } });
}
