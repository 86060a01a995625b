import type { Database } from '../../database/database.ts';
import { sql } from '../../database/database.ts';
import { runTransaction } from '../../database/run-transaction.ts';
import type { JobContext } from '../../jobs/scheduled-job.ts';
import { deriveStoredTexts } from '../../revisions/derived/derive-texts.ts';
import { isIndexedSql } from '../../revisions/derived/index-states.ts';
import { catchUpIndexes } from '../../revisions/derived/update-derived.ts';
import { loadEntryLists } from '../../revisions/store/content-store.ts';
import type { PageEntry, ReusableContentEntry } from '../../revisions/store/entry.ts';
import { revisionsById } from '../../revisions/store/revisions-by-id.ts';
import { lockSpace } from './lock-space.ts';

/** Number of spaces per query. */
const SPACES_MAX = 100;
/** Time limit for indexing one space, in milliseconds. */
const INDEX_MAX_MS = 10 * 60 * 1000;

/**
 * Updates content indexes that lag behind the head of their space. The content may predate the
 * index, or may have been written by a process that does not know the index. A failed space is
 * retried in the next run, and does not block others.
 */
export async function indexSpaces({ db, log, signal }: JobContext): Promise<void> {
  let last = '';
  let indexed = 0;
  for (;;) {
    const ids = await spacesToIndex(db, last);
    if (ids.length === 0) break;
    for (const id of ids) {
      signal.throwIfAborted();
      try {
        await indexSpace(db, id, signal);
        indexed += 1;
      } catch (error) {
        log.error({ err: error, space: id }, 'a space could not be indexed');
      }
      last = id;
    }
  }
  if (indexed > 0) log.info({ spaces: indexed }, 'the indexes of spaces caught up');
}

async function spacesToIndex(db: Database, after: string): Promise<string[]> {
  const rows = await db.query(sql`
    SELECT s.id FROM spaces s
    WHERE s.id > ${after} AND NOT ${isIndexedSql(sql`s.id`, sql`s.revision_id`)}
    ORDER BY s.id LIMIT ${SPACES_MAX}`);
  return rows.map(([id]) => id as string);
}

async function indexSpace(db: Database, id: string, signal: AbortSignal): Promise<void> {
  const head = await headOf(db, id);
  const [pages = []] = await loadEntryLists<PageEntry>(db, [head.pagesHash]);
  const [contents = []] = await loadEntryLists<ReusableContentEntry>(db, [
    head.reusableContentsHash,
  ]);
  // Parsing many texts takes long, so it is done before the space is locked.
  await deriveStoredTexts(db, [...pages, ...contents], { signal });
  await runTransaction(
    db,
    async (transaction) => {
      const { revisionId } = await lockSpace(transaction, id, { deleted: true });
      const [present] = await revisionsById(transaction, [revisionId]);
      await catchUpIndexes(transaction, present);
    },
    { timeout: INDEX_MAX_MS },
  );
}

async function headOf({ prisma }: Database, id: string) {
  const { revisionId } = await prisma.space.findUniqueOrThrow({ where: { id } });
  const [head] = await revisionsById(prisma, [revisionId]);
  return head;
}
