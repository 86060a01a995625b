import { childrenSql, collectionSql } from '../../auth/nested-collections-sql.ts';
import { sql, type PrismaTransaction } from '../../database/database.ts';
import { conflict } from '../../errors.ts';

/** Deepest nesting of collections: one at the top is 1 deep. */
export const COLLECTION_DEPTH_MAX = 20;

/** A collection and all collections below it. */
export interface Subtree {
  ids: string[];
  /** How many collections are nested at most, the upper one included. */
  height: number;
}

/**
 * The ids of the collections that lead down to one, nearest first, itself included; none for the
 * top. The caller holds the lock of the organization.
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

/** A collection with all below it. The caller holds the lock of the organization. */
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

/** @throws CONFLICT when a nesting of that many collections is too deep */
export function requireDepth(depth: number): void {
  if (depth <= COLLECTION_DEPTH_MAX) return;
  throw conflict(`Collections can be nested ${COLLECTION_DEPTH_MAX} deep at most.`);
}
