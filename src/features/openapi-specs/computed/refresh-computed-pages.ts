import { sql, type Database } from '../../../database/database.ts';
import { runTransaction } from '../../../database/run-transaction.ts';
import { AppError } from '../../../errors.ts';
import type { JobContext } from '../../../jobs/scheduled-job.ts';
import { isComputedRoot, placeComputedPages } from '../../content/edit/place-computed-pages.ts';
import { contentStoreOf } from '../../../revisions/store/content-reader.ts';
import { draftPartsOf } from '../../../revisions/store/draft-parts.ts';
import { revisionsById } from '../../../revisions/store/revisions-by-id.ts';
import { writeRevision } from '../../../revisions/store/write-revision.ts';
import { moveSpaceHead } from '../../spaces/move-space-head.ts';
import { lockSpace } from '../../spaces/lock-space.ts';
import { latestPages } from './load-computed-pages.ts';

/** Number of stale spaces per query. */
const SPACES_MAX = 100;
/** Time limit for writing the pages of one space, in milliseconds. */
const WRITE_MAX_MS = 5 * 60 * 1000;

type RefreshContext = Pick<JobContext, 'db' | 'log' | 'now' | 'signal'>;

/**
 * Updates the computed pages of primary content to the latest versions of their specifications,
 * with one revision per space. Pages are stale after a new version, or if a change request or
 * template brought an older one. A failed space is retried the next time.
 */
export async function refreshComputedPages(context: RefreshContext): Promise<void> {
  let last = '';
  for (;;) {
    const ids = await staleSpaces(context.db, last);
    if (ids.length === 0) return;
    for (const id of ids) {
      context.signal.throwIfAborted();
      await refreshSpace(context, id).catch((error: unknown) => {
        // A deleted space is updated once it is restored.
        if (error instanceof AppError && error.code === 'CONFLICT') return;
        context.log.error({ err: error, space: id }, 'computed pages could not be written');
      });
      last = id;
    }
  }
}

async function staleSpaces(db: Database, after: string): Promise<string[]> {
  const rows = await db.query(sql`
    SELECT DISTINCT p.space_id FROM computed_pages p JOIN openapi_specs s ON s.id = p.spec_id
    WHERE s.last_version_id <> COALESCE(p.seed, '') AND p.space_id > ${after}
    ORDER BY p.space_id LIMIT ${SPACES_MAX}`);
  return rows.map(([id]) => id as string);
}

async function refreshSpace({ db, now }: RefreshContext, spaceId: string): Promise<void> {
  await runTransaction(
    db,
    async (transaction) => {
      const { revisionId } = await lockSpace(transaction, spaceId);
      const [head] = await revisionsById(transaction, [revisionId]);
      const { pages } = draftPartsOf(contentStoreOf(transaction), head);
      const computed = await transaction.computedPage.findMany({ where: { spaceId } });
      for (const { page: id, specId } of computed) {
        const root = await pages.entry(id);
        const latest = await latestPages(transaction, specId);
        if (!root || !isComputedRoot(root) || latest.seed === null) continue;
        await placeComputedPages(pages, root, latest, now());
      }
      const revision = await writeRevision(
        transaction,
        { branchId: spaceId, head },
        { pages: await pages.changes() },
        { authorId: null, now: now() },
        { type: 'computed', parentIds: [head.id] },
      );
      await moveSpaceHead(transaction, { spaceId, to: revision.id, now: now() });
    },
    { timeout: WRITE_MAX_MS },
  );
}
