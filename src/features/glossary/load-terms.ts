import { sql, type Database } from '../../database/database.ts';

/**
 * Loads the terms of a glossary for a pair of languages; the latest entry of a term comes first.
 */
export async function loadTerms(
  db: Database,
  organizationId: string,
  { source, target }: { source: string; target: string },
): Promise<{ source: string; target: string }[]> {
  const rows = (await db.query(sql`
    SELECT t.translations ->> ${source}, t.translations ->> ${target} FROM glossary_entries t
    WHERE t.organization_id = ${organizationId}
      AND t.translations ? ${source} AND t.translations ? ${target}
    ORDER BY t.updated_at DESC, t.id DESC`)) as [string, string][];
  return rows.map(([from, to]) => ({ source: from, target: to }));
}
