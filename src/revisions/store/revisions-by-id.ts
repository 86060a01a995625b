import { storedFieldsSql } from '../../database/columns.ts';
import { sql, type PrismaTransaction, type Sql } from '../../database/database.ts';
import type { Revision } from '../../database/generated/prisma/client.ts';

/** Loads existing revisions, in the order of their ids. */
export async function revisionsById<Ids extends readonly string[]>(
  transaction: PrismaTransaction,
  ids: readonly [...Ids],
): Promise<{ [Index in keyof Ids]: Revision }> {
  const listed = sql`SELECT unnest(${[...ids]}::text[])`;
  return inOrderOfIds(await transaction.$queryRaw<Revision[]>(revisionsQuery(listed)), ids);
}

/** Selects the revisions with these ids, in any order. */
export function revisionsQuery(ids: Sql): Sql {
  return sql`
    SELECT ${storedFieldsSql('Revision', 'r')} FROM revisions r WHERE r.id IN (${ids})`;
}

/** Sorts revisions by a list of ids, which may repeat. @throws if one is missing */
export function inOrderOfIds<Ids extends readonly string[]>(
  rows: readonly Revision[],
  ids: readonly [...Ids],
): { [Index in keyof Ids]: Revision } {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.map((id) => {
    const revision = byId.get(id);
    if (!revision) throw new Error(`The revision ${id} is missing.`);
    return revision;
  }) as { [Index in keyof Ids]: Revision };
}

/** Loads a revision of a space by id; null if the space has none. */
export async function revisionOfSpace(
  transaction: Pick<PrismaTransaction, '$queryRaw'>,
  spaceId: string,
  id: string,
): Promise<Revision | null> {
  const [revision] = await transaction.$queryRaw<Revision[]>(revisionsQuery(sql`${id}`));
  return revision?.spaceId === spaceId ? revision : null;
}
