import { joinSql, rawSql, sql, type Reader, type Sql } from '../database/database.ts';
import { decodeCursor, encodeCursor, type SortValue } from './cursor.ts';
import type { Page } from './loaders.ts';
import type { PageRequest } from './page-request.ts';

/** A list sorted by a value that its statement computes, such as relevance. */
export interface RankedList {
  /** Identifies the list in cursors. */
  name: string;
  /** Relation `p` of parents, with their `id` and `number` from 1. */
  parents: Sql;
  /** Common table expressions, for a `WITH`. */
  queries: Sql;
  /**
   * Query of the items of `p`. Selects `rank`, an ascending integer, and `key`, unique in the list.
   */
  items: Sql;
  /** JSON of the item `i`, computed only for the items of the page. */
  shown: Sql;
}

/** A page whose `hasNextPage` and `hasPreviousPage` are already known. */
export type RankedPage<Item> = Page<Item> & {
  pageInfo: { hasNextPage: boolean; hasPreviousPage: boolean };
};

/** A part of the list, with decoded cursors. */
interface Slice {
  size: number;
  backward: boolean;
  after: SortValue[] | undefined;
  before: SortValue[] | undefined;
}

/**
 * Loads the same page of each parent's list, with exact counts, in one statement.
 *
 * @throws INVALID_CURSOR
 */
export async function loadRankedPages<Item>(
  db: Reader,
  list: RankedList,
  request: PageRequest,
  parentCount: number,
): Promise<RankedPage<Item>[]> {
  const place = (cursor: string | undefined) =>
    cursor === undefined ? undefined : decodeCursor(list.name, cursor, ['number', 'text']);
  const { size, backward } = request;
  const slice = { size, backward, after: place(request.after), before: place(request.before) };
  const rows = (await db.query(statementOf(list, slice))) as Row<Item>[];
  return Array.from({ length: parentCount }, (_, index) =>
    pageOf(
      list.name,
      rows.filter(([number]) => number === index + 1),
      slice,
    ),
  );
}

type Row<Item> = [
  number: number,
  total: number,
  skipped: number,
  left: number,
  rank: number | null,
  key: string | null,
  shown: Item | null,
];

function statementOf(list: RankedList, { size, backward, after, before }: Slice): Sql {
  const beyond = (operator: string, values: SortValue[] | undefined, absent: string) => {
    if (values === undefined) return rawSql(absent);
    const [rank, key] = values;
    return sql`(i.rank, i.key) ${rawSql(operator)} (${rank}::int, ${key}::text)`;
  };
  const between = joinSql([beyond('>', after, 'TRUE'), beyond('<', before, 'TRUE')], ' AND ');
  const direction = rawSql(backward ? 'DESC' : 'ASC');
  return sql`
    SELECT p.number::int, r.*
    FROM ${list.parents}
    CROSS JOIN LATERAL (
      WITH ${list.queries}, items AS (${list.items})
      SELECT c.*, s.rank, s.key, s.shown
      FROM (
        SELECT count(*)::int, count(*) FILTER (WHERE ${beyond('<=', after, 'FALSE')})::int,
          count(*) FILTER (WHERE ${beyond('>=', before, 'FALSE')})::int
        FROM items i
      ) c(total, skipped, left_over)
      LEFT JOIN LATERAL (
        SELECT i.rank, i.key, ${list.shown} AS shown
        FROM (
          SELECT * FROM items i WHERE ${between}
          ORDER BY i.rank ${direction}, i.key ${direction} LIMIT ${size + 1}
        ) i
      ) s ON TRUE
    ) r
    ORDER BY p.number, r.rank ${direction}, r.key ${direction}`;
}

function pageOf<Item>(
  name: string,
  rows: readonly Row<Item>[],
  { size, backward }: Slice,
): RankedPage<Item> {
  const [[, total, skipped, left] = [0, 0, 0, 0]] = rows;
  const edges = rows.flatMap(([, , , , rank, key, node]) =>
    rank === null || key === null || node === null
      ? []
      : [{ node, cursor: encodeCursor(name, [rank, key]) }],
  );
  const isMore = edges.length > size;
  const kept = edges.slice(0, size);
  if (backward) kept.reverse();
  return {
    edges: kept,
    pageInfo: {
      hasNextPage: left > 0 || (!backward && isMore),
      hasPreviousPage: skipped > 0 || (backward && isMore),
      startCursor: kept[0]?.cursor ?? null,
      endCursor: kept.at(-1)?.cursor ?? null,
    },
    totalCount: () => Promise.resolve(total),
  };
}
