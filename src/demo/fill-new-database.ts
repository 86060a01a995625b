import { hasOrganizations } from '../features/organizations/has-organizations.ts';
import { fillDemo, type DemoDependencies } from './fill-demo.ts';
import { sql, type Database } from '../database/database.ts';
import { addressOf, people, unfinishedTitle } from './demo-plan.ts';

/**
 * Creates the demo if there is no organization yet. Of several gateways that start at once, only
 * one creates it. A demo that an earlier start left unfinished is created again.
 *
 * @param adminId the user who becomes the admin of the organization
 * @returns whether the demo was created
 */
export async function fillNewDatabase(
  dependencies: DemoDependencies,
  adminId: string,
): Promise<boolean> {
  const { db } = dependencies;
  const client = await db.pool.connect();
  try {
    const { rows } = await client.query<{ locked: boolean }>(
      `SELECT pg_try_advisory_lock(hashtextextended('demo', 0)) AS locked`,
    );
    if (rows[0]?.locked !== true) return false;
    await removeUnfinishedDemo(db);
    if (await hasOrganizations(db)) return false;
    await fillDemo(dependencies, adminId);
    return true;
  } finally {
    // Closing the connection releases the lock, even if an error occurred.
    client.release(true);
  }
}

/** Removes an incomplete demo, which an earlier start did not finish, with its users. */
async function removeUnfinishedDemo(db: Database): Promise<void> {
  const isThere = sql`SELECT 1 FROM organizations o WHERE o.title = ${unfinishedTitle}`;
  if ((await db.query(isThere)).length === 0) return;
  await db.prisma.$transaction(async (transaction) => {
    await transaction.organization.deleteMany({ where: { title: unfinishedTitle } });
    await transaction.user.deleteMany({
      where: {
        email: { in: Object.keys(people).map(addressOf) },
        memberships: { none: {} },
        tokens: { none: {} },
      },
    });
  });
}
