import { sql, type Reader } from '../../../database/database.ts';
import { AT_THE_TOP } from './chunk.ts';
import { chunkSql } from './chunk-sql.ts';
import type { PageEntry } from './entry.ts';

/** The child pages of one page, or the top-level pages (null), below a root chunk. */
export interface Family {
  pagesHash: string;
  parent: string | null;
}

/**
 * Loads the pages of families, in any order. One statement searches all chunks, but reads only the
 * entries of chunks with a matching page.
 */
export async function loadChildren(
  db: Reader,
  families: readonly Family[],
): Promise<readonly PageEntry[][]> {
  const roots = [...new Set(families.map(({ pagesHash }) => pagesHash))];
  const parents = [...new Set(families.map(({ parent }) => parent ?? AT_THE_TOP))];
  // Chunks stored by older versions lack the parents of their pages, and must be searched.
  const rows = (await db.query(sql`
    WITH RECURSIVE below(root, hash) AS (
      SELECT root, root FROM unnest(${roots}::text[]) roots(root)
      UNION ALL
      SELECT below.root, child.hash FROM below
      ${chunkSql(sql`below.hash`)}
      CROSS JOIN unnest(c.children) child(hash) WHERE child.hash <> ''
    ), leaves AS MATERIALIZED (
      SELECT below.root, c.entries FROM below ${chunkSql(sql`below.hash`)}
      WHERE c.entries IS NOT NULL AND (c.parents IS NULL OR c.parents && ${parents}::text[])
    )
    SELECT leaves.root, entry FROM leaves CROSS JOIN json_array_elements(leaves.entries) entry
    WHERE coalesce(entry->>'parent', ${AT_THE_TOP}) = ANY(${parents}::text[])`)) as [
    string,
    PageEntry,
  ][];
  const found = new Map<string, PageEntry[]>();
  for (const [root, page] of rows) {
    const key = `${root} ${page.parent ?? AT_THE_TOP}`;
    const pages = found.get(key);
    if (pages) pages.push(page);
    else found.set(key, [page]);
  }
  return families.map(
    ({ pagesHash, parent }) => found.get(`${pagesHash} ${parent ?? AT_THE_TOP}`) ?? [],
  );
}
