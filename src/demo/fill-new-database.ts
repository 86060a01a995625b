import { hasOrganizations } from '../features/organizations/has-organizations.ts';
import { fillDemo, type DemoDependencies } from './fill-demo.ts';

/**
 * Fills in the demo where there is no organization yet: it is for a database that nobody uses. Of
 * gateways that start at once, one does it, and the others go on without it.
 *
 * @param adminId the user who becomes the admin of the organization
 * @returns whether it was filled in now
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
    // The lock ends with the connection, also when the filling fails.
    client.release(true);
  }
}
