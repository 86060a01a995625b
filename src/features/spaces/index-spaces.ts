import type { Database } from '../../database/database.ts';
import { sql } from '../../database/database.ts';
import { runTransaction } from '../../database/run-transaction.ts';
import type { JobContext } from '../../jobs/job.ts';
import { deriveStoredTexts } from '../content/derived/derive-texts.ts';
import { isIndexedSql } from '../content/derived/index-states.ts';
import { catchUpIndexes } from '../content/derived/keep-derived.ts';
import { loadEntryLists } from '../content/store/content-store.ts';
import type { PageEntry, ReusableContentEntry } from '../content/store/entry.ts';
import { revisionsById } from '../content/store/revisions-by-id.ts';
import { lockSpace } from './lock-space.ts';

/** Spaces that are looked for at once. */
const SPACES_MAX = 100;
/** Longest time in which the indexes of one space are made, in milliseconds. */
const INDEX_MAX_MS = 10 * 60 * 1000;

/**
 * Brings the indexes of content to the heads of spaces where they are not: content of before an
 * index was there, or that a process wrote which does not know the index. A space that fails is
 * tried again the next time, and does not keep others waiting.
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
  // Texts are many and take long: they are parsed before the space is held.
  await deriveStoredTexts(db, [...pages, ...contents], { signal });
  await runTransaction(
    db,
    async (transaction) => {
      const { revisionId } = await lockSpace(transaction, id, { deleted: true });
      const [present] = await revisionsById(transaction, [revisionId]);
      await catchUpIndexes(transaction, present);
    },
    INDEX_MAX_MS,
  );
}

async function headOf({ prisma }: Database, id: string) {
  const { revisionId } = await prisma.space.findUniqueOrThrow({ where: { id } });
  const [head] = await revisionsById(prisma, [revisionId]);
  return head;
}
