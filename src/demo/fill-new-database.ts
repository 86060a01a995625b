import { hasOrganizations } from '../features/organizations/has-organizations.ts';
import { fillDemo, type DemoDependencies } from './fill-demo.ts';
import { removeUnfinishedDemo } from './remove-unfinished-demo.ts';

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
  // A lost connection is reported by the work itself.
  client.on('error', () => {});
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
