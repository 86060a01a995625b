import { sql, type Reader } from '../../../database/database.ts';
import { AT_THE_TOP } from './chunk.ts';
import { chunkSql } from './chunk-sql.ts';
import type { PageEntry } from './entry.ts';

/** The pages below one page, or at the top (null), in the content below a root chunk. */
export interface Family {
  pagesHash: string;
  parent: string | null;
}

/**
 * The pages of families, each in any order. One statement, which looks at all chunks but reads the
 * entries of those only that have a page of a family.
 */
export async function loadChildren(
  db: Reader,
  families: readonly Family[],
): Promise<readonly PageEntry[][]> {
  const roots = [...new Set(families.map(({ pagesHash }) => pagesHash))];
  const parents = [...new Set(families.map(({ parent }) => parent ?? AT_THE_TOP))];
  // What was stored before chunks named the parents of their pages has to be looked into.
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
