import { sql, type Database } from '../database/database.ts';
import { DEMO_ORGANIZATION_TITLE, sites } from './demo-plan.ts';

/** Returns the ids of the published site of the demo; null if the demo is missing. */
export async function findDemoSite(
  database: Database,
): Promise<{ id: string; organizationId: string } | null> {
  const titles = sites.filter(({ published }) => published).map(({ title }) => title);
  const [found] = (await database.query(sql`
    SELECT s.id, s.organization_id FROM sites s JOIN organizations o ON o.id = s.organization_id
    WHERE s.published AND s.title = ANY(${titles}) AND o.title = ${DEMO_ORGANIZATION_TITLE}
    ORDER BY s.id LIMIT 1`)) as [string, string][];
  return found ? { id: found[0], organizationId: found[1] } : null;
}
