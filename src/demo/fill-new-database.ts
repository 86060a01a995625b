import { hasOrganizations } from '../features/organizations/has-organizations.ts';
import { fillDemo, type DemoDependencies } from './fill-demo.ts';

/**
 * Creates the demo if there is no organization yet. Of several gateways that start at once, only
 * one creates it.
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
    if (rows[0]?.locked !== true || (await hasOrganizations(db))) return false;
    await fillDemo(dependencies, adminId);
    return true;
  } finally {
    // Closing the connection releases the lock, even if an error occurred.
    client.release(true);
  }
}
