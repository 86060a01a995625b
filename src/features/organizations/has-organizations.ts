import { sql, type Database } from '../../database/database.ts';

/**
 * Returns whether any organization exists, regardless of the viewer; a new installation has none.
 */
export async function hasOrganizations(db: Pick<Database, 'query'>): Promise<boolean> {
  return (await db.query(sql`SELECT 1 FROM organizations LIMIT 1`)).length > 0;
}
