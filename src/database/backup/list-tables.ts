import type pg from 'pg';

/** A table with the columns that have values of their own. */
export interface BackupTable {
  name: string;
  columns: string[];
}

/**
 * Tables without lasting rows. The log of changes holds those of ten minutes by the numbers of
 * transactions, which mean nothing in another database.
 */
const OMITTED = ['change_log'];

/** Lists the tables of docgraph, by name. Those of extensions are not among them. */
export async function listTables(client: pg.Client): Promise<BackupTable[]> {
  const { rows } = await client.query<BackupTable>(
    `SELECT c.relname AS name, array_agg(a.attname::text ORDER BY a.attnum) AS columns
     FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
     WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind = 'r'
       AND c.relname <> ALL($1) AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
       AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = c.oid AND d.deptype = 'e')
     GROUP BY c.relname ORDER BY c.relname`,
    [OMITTED],
  );
  return rows;
}
