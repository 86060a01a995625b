import { LRUCache } from 'lru-cache';
import { sql, type Reader } from '../../database/database.ts';
import { AT_THE_TOP } from './chunk.ts';
import { chunkSql } from './chunk-sql.ts';
import type { PageEntry } from './entry.ts';

/** The child pages of one page, or the top-level pages (null), below a root chunk. */
export interface Family {
  pagesHash: string;
  parent: string | null;
}

/** Maximum number of cached pages. Content is immutable, so they never go stale. */
const CACHED_PAGES_MAX = 50_000;

const known = new LRUCache<string, readonly PageEntry[]>({
  maxSize: CACHED_PAGES_MAX,
  sizeCalculation: (pages) => pages.length + 1,
});

function nameOf({ pagesHash, parent }: Family): string {
  return `${pagesHash} ${parent ?? AT_THE_TOP}`;
}

/** Caches the child pages of newly written content. */
export function rememberChildren(family: Family, pages: readonly PageEntry[]): void {
  known.set(nameOf(family), pages);
}

/** Returns the pages of families, in any order, from the cache where possible. */
export async function childEntriesOf(
  db: Reader,
  families: readonly Family[],
): Promise<readonly (readonly PageEntry[])[]> {
  const found = families.map((family) => known.get(nameOf(family)));
  const missing = families.filter((_family, index) => !found[index]);
  const loaded = missing.length === 0 ? [] : await loadChildren(db, missing);
  for (const [index, family] of missing.entries()) {
    const pages = loaded[index];
    if (pages) rememberChildren(family, pages);
  }
  const queue = [...loaded];
  return found.map((pages) => pages ?? queue.shift() ?? []);
}

/**
 * Loads the pages of families, in any order. One statement searches all chunks, but reads only the
 * entries of chunks with a matching page.
 */
async function loadChildren(
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
