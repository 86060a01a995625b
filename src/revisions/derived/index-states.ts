import { joinSql, sql, type PrismaTransaction, type Sql } from '../../database/database.ts';
import { executeLast } from '../../database/direct-transaction.ts';
import { contentIndexes } from './content-index.ts';

/** The revision of a space that an index was built from. */
export interface IndexState {
  name: string;
  version: number;
  revisionId: string;
}

type IndexStates = ReadonlyMap<string, IndexState>;

const statesOfTransactions = new WeakMap<PrismaTransaction, Map<string, Promise<IndexStates>>>();

/**
 * Returns the index states of a space by name. Who locks a space to write its content can call it
 * at the same time, so that they are read in the same batch: whoever changes them locks the space.
 */
export function indexStatesOf(transaction: PrismaTransaction, spaceId: string) {
  const known = statesOfTransactions.get(transaction) ?? new Map<string, Promise<IndexStates>>();
  statesOfTransactions.set(transaction, known);
  const states = known.get(spaceId) ?? readStates(transaction, spaceId);
  known.set(spaceId, states);
  return states;
}

async function readStates(transaction: PrismaTransaction, spaceId: string): Promise<IndexStates> {
  const states = await transaction.$queryRaw<IndexState[]>(sql`
    SELECT i.name, i.version, i.revision_id AS "revisionId" FROM content_index_states i
    WHERE i.space_id = ${spaceId}`);
  return new Map(states.map((state) => [state.name, state]));
}

export async function storeIndexState(
  transaction: PrismaTransaction,
  spaceId: string,
  { name, version, revisionId }: IndexState,
): Promise<void> {
  statesOfTransactions.get(transaction)?.delete(spaceId);
  await executeLast(
    transaction,
    sql`
    INSERT INTO content_index_states (space_id, name, version, revision_id)
    VALUES (${spaceId}, ${name}, ${version}::int, ${revisionId})
    ON CONFLICT (space_id, name)
      DO UPDATE SET version = excluded.version, revision_id = excluded.revision_id`,
  );
}

/** True if all indexes were built from a revision of a space. */
export function isIndexedSql(spaceId: Sql, revisionId: Sql): Sql {
  const current = [...contentIndexes.values()].map(
    ({ name, version }) => sql`(i.name = ${name} AND i.version = ${version}::int)`,
  );
  if (current.length === 0) return sql`TRUE`;
  return sql`(SELECT count(*) FROM content_index_states i
    WHERE i.space_id = ${spaceId} AND i.revision_id = ${revisionId}
      AND (${joinSql(current, ' OR ')})) = ${current.length}::int`;
}

/**
 * Deletes up to `limit` index rows of a space, and at the end the index states. Returns the number.
 */
export async function removeIndexes(
  transaction: PrismaTransaction,
  spaceId: string,
  limit: number,
): Promise<number> {
  for (const index of contentIndexes.values()) {
    const removed = await index.remove(transaction, spaceId, limit);
    if (removed > 0) return removed;
  }
  return transaction.$executeRaw(sql`
    DELETE FROM content_index_states i WHERE i.space_id = ${spaceId}`);
}
