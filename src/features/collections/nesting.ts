import { childrenSql, collectionSql } from '../../auth/nested-collections-sql.ts';
import { sql, type PrismaTransaction } from '../../database/database.ts';
import { conflict } from '../../errors.ts';

/** Maximum nesting depth of collections; a top-level one has depth 1. */
export const COLLECTION_DEPTH_MAX = 20;

/** Collection with all of its descendants. */
export interface Subtree {
  ids: string[];
  /** Maximum depth within the subtree; the root has depth 1. */
  height: number;
}

/**
 * Returns the ids of a collection and its ancestors, nearest first; none for the top level. The
 * caller holds the lock of the organization.
 */
export async function pathTo(
  transaction: PrismaTransaction,
  collectionId: string | null,
): Promise<string[]> {
  const rows = await transaction.$queryRaw<{ id: string }[]>(sql`
    WITH RECURSIVE up AS (
      SELECT c.id, c.parent_id, 1 AS depth FROM collections c WHERE c.id = ${collectionId}
      UNION ALL
      SELECT c.id, c.parent_id, up.depth + 1 FROM up ${collectionSql(sql`up.parent_id`)})
    SELECT up.id FROM up ORDER BY up.depth`);
  return rows.map(({ id }) => id);
}

/** Returns a collection with its descendants. The caller holds the lock of the organization. */
export async function subtreeOf(
  transaction: PrismaTransaction,
  collectionId: string,
): Promise<Subtree> {
  const rows = await transaction.$queryRaw<{ id: string; depth: number }[]>(sql`
    WITH RECURSIVE down AS (
      SELECT c.id, 1 AS depth FROM collections c WHERE c.id = ${collectionId}
      UNION ALL
      SELECT c.id, down.depth + 1 FROM down ${childrenSql(sql`down.id`)})
    SELECT down.id, down.depth FROM down ORDER BY down.depth`);
  return { ids: rows.map(({ id }) => id), height: rows.at(-1)?.depth ?? 0 };
}

/** @throws CONFLICT for a depth over the limit */
export function requireDepth(depth: number): void {
  if (depth <= COLLECTION_DEPTH_MAX) return;
  throw conflict(`Collections can be nested ${COLLECTION_DEPTH_MAX} deep at most.`);
}
