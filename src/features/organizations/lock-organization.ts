import { sql, type PrismaTransaction } from '../../database/database.ts';

/** Holds an organization, so that others who lock it wait for the end of the transaction. */
export async function lockOrganization(transaction: PrismaTransaction, id: string): Promise<void> {
  // Rows that refer to the organization can still be written: they only need its key to stay.
  await transaction.$queryRaw(
    sql`SELECT FROM organizations o WHERE o.id = ${id} FOR NO KEY UPDATE`,
  );
}

/** Holds several organizations, in an order in which two such transactions cannot block another. */
export async function lockOrganizations(
  transaction: PrismaTransaction,
  ids: readonly string[],
): Promise<void> {
  for (const id of ids.toSorted()) await lockOrganization(transaction, id);
}
