import type { Row } from '../../builder.ts';
import type { Database } from '../../database/database.ts';
import { runTransaction } from '../../database/run-transaction.ts';
import { newId } from '../../lib/id.ts';

export interface NewOrganization {
  /** 2 to 255 characters. */
  title: string;
  /** The user who becomes its first admin. */
  adminId: string;
  now: Date;
}

/** Creates an organization with its first admin. */
export async function createOrganization(
  database: Pick<Database, 'prisma'>,
  { title, adminId, now }: NewOrganization,
): Promise<Row<'Organization'>> {
  return runTransaction(database, (transaction) =>
    transaction.organization.create({
      data: {
        id: newId('Organization'),
        title,
        createdAt: now,
        members: { create: { userId: adminId, role: 'admin', joinedAt: now } },
      },
    }),
  );
}
