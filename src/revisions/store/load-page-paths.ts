import { sql, type Reader } from '../../database/database.ts';
import { chunkSql } from './chunk-sql.ts';

/** A page in the content below a root chunk. */
export interface PagePlace {
  pagesHash: string;
  pageId: string;
}

/**
 * Returns the paths of pages: the slugs of their ancestors and their own, joined by `/`. Null for a
 * missing page. One statement reads only the paths to these pages and their ancestors.
 */
export async function loadPagePaths(
  db: Reader,
  places: readonly PagePlace[],
): Promise<(string | null)[]> {
  // A step follows the next digit of the hashed id in the trie, or the parent of a page.
  const rows = (await db.query(sql`
    WITH RECURSIVE steps(root, id, depth, hash) AS (
      SELECT root, id, 0, root
      FROM unnest(${places.map(({ pagesHash }) => pagesHash)}::text[],
        ${places.map(({ pageId }) => pageId)}::text[]) place(root, id)
      UNION
      SELECT steps.root, next.id, next.depth, next.hash
      FROM steps ${chunkSql(sql`steps.hash`)}
      CROSS JOIN LATERAL (
        SELECT steps.id, steps.depth + 1, c.children[1 + ('x' || substr(
          encode(sha256(convert_to(steps.id, 'UTF8')), 'hex'), steps.depth + 1, 1))::bit(4)::int]
        WHERE c.entries IS NULL
        UNION ALL
        SELECT entry->>'parent', 0, steps.root FROM json_array_elements(c.entries) entry
        WHERE entry->>'id' = steps.id AND entry->>'parent' IS NOT NULL
      ) next(id, depth, hash)
    )
    SELECT steps.root, steps.id, entry->>'parent', entry->>'slug'
    FROM steps ${chunkSql(sql`steps.hash`)}
    CROSS JOIN LATERAL json_array_elements(c.entries) entry WHERE entry->>'id' = steps.id`)) as [
    string,
    string,
    string | null,
    string,
  ][];
  const pages = new Map(
    rows.map(([root, id, parent, slug]) => [`${root} ${id}`, { parent, slug }]),
  );
  const pathOf = ({ pagesHash, pageId }: PagePlace): string | null => {
    const slugs: string[] = [];
    let page = pages.get(`${pagesHash} ${pageId}`);
    if (!page) return null;
    while (page) {
      slugs.unshift(page.slug);
      page = page.parent === null ? undefined : pages.get(`${pagesHash} ${page.parent}`);
    }
    return slugs.join('/');
  };
  return places.map(pathOf);
}
