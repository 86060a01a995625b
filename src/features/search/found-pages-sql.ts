import { sql, type Sql } from '../../database/database.ts';
import { tableOf } from '../../pagination/source.ts';
import { spaceSource } from '../spaces/space-source.ts';
import type { TextQuery } from './text-query.ts';
import type { SearchReader } from './query-expansion.ts';

/** Maximum number of pages that are ranked by their texts, after a first ranking by names. */
const CLOSELY_RANKED_MAX = 300;
/** Parts of a page that are read for that: the first ones that have all words. */
const PARTS_MAX = 3;

/**
 * The pages that are found, of the parent `p` with its queries: `ranked(space_id, revision_id,
 * page, rank)`, to be put into a `WITH`. Ranks are whole numbers, the best is the least.
 *
 * First come titles that have all words, the shortest first; then pages that have them in title,
 * headings and description; then the rest, each by how often and where names have the words. That
 * reads little of each page. The distance of the words in the text, which takes reading it, is
 * asked of the best only: a word that all pages have costs little more than to find them.
 */
export function rankedPagesSql({ viewerId, scope }: SearchReader): Sql {
  return sql`found AS MATERIALIZED (
      SELECT t.id AS space_id, t.revision_id, f.page, max(
        CASE WHEN f.names @@ p.title_query THEN 4 + 1.0 / (1 + length(f.title))
          WHEN f.names @@ p.all_query THEN 2 ELSE 0 END
        + ts_rank('{0, 0.2, 0.5, 1}', f.names, p.any_query)) AS score
      FROM ${tableOf(spaceSource)} JOIN search_pages f ON f.space_id = t.id
      WHERE f.words @@ p.all_query AND ${scope.includes(viewerId)}
      GROUP BY t.id, f.page
    ), best AS (
      SELECT * FROM found ORDER BY score DESC, space_id, page LIMIT ${CLOSELY_RANKED_MAX}
    ), closest AS (
      SELECT b.space_id, b.page, max(
        CASE WHEN f.words @@ p.order_query THEN 1 ELSE 0 END
        + 0.9 * ts_rank_cd('{0.1, 0.2, 0.4, 1}', f.words, p.close_query, 32)) AS score
      FROM best b CROSS JOIN LATERAL (
        SELECT f.words FROM search_pages f
        WHERE f.space_id = b.space_id AND f.page = b.page AND f.words @@ p.all_query
        ORDER BY f.part LIMIT ${PARTS_MAX}
      ) f GROUP BY 1, 2
    ), ranked AS (
      SELECT f.space_id, f.revision_id, f.page,
        -round((f.score + COALESCE(c.score, 0))::numeric * 100000)::int AS rank
      FROM found f LEFT JOIN closest c ON c.space_id = f.space_id AND c.page = f.page
    )`;
}

/** The parents with their queries, to be selected from as `p`. */
export function parentsSql(parentIds: readonly string[], queries: readonly TextQuery[]): Sql {
  return sql`unnest(${parentIds}::text[], ${queries.map(({ all }) => all)}::text[]::tsquery[],
    ${queries.map(({ title }) => title)}::text[]::tsquery[],
    ${queries.map(({ close }) => close)}::text[]::tsquery[],
    ${queries.map(({ any }) => any)}::text[]::tsquery[],
    ${queries.map(({ inOrder }) => inOrder)}::text[]::tsquery[]) WITH ORDINALITY
    p(id, all_query, title_query, close_query, any_query, order_query, number)`;
}

/** The page of the item `i` as it is shown: a `PageHit`. */
export const shownPageSql = sql`(
  SELECT json_build_object('spaceId', i.space_id, 'revisionId', i.revision_id, 'page', i.page,
    'title', f.title, 'source', f.source, 'sourceStart', f.source_start,
    'included', f.included, 'values', f.expression_values)
  FROM search_pages f WHERE f.space_id = i.space_id AND f.page = i.page AND f.part = 0)`;
