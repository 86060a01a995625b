import { runTransaction } from '../../database/run-transaction.ts';
import type { JobContext } from '../../jobs/scheduled-job.ts';
import { repeat } from '../../jobs/repeat.ts';
import { removeChangeRequests } from '../change-requests/remove-change-requests.ts';
import { removeComments } from '../comments/remove-comments.ts';
import { removeIndexes } from '../../revisions/derived/index-states.ts';
import { deleteRevisions } from '../../revisions/store/release-content.ts';
import { keepOpenNames } from '../sites/keep-open-names.ts';
import { isShownOnSite } from '../sites/structure/shown-spaces.ts';
import { removeFromNextSite } from '../sites/structure/remove-from-next-site.ts';
import { expiredSpaces, lockExpiredSpace, removeSpace } from '../spaces/expired-spaces.ts';

/** Number of rows removed per transaction, with their dependents. */
const BATCH_MAX = 500;
/** Number of expired spaces per query. */
const SPACES_MAX = 100;

/**
 * Permanently removes spaces that were deleted more than 7 days ago (interface, States), with
 * everything in them and their site-spaces. Content is released, and collected later unless another
 * space uses it. Each space takes many short transactions, and its own row is removed last: after
 * an interruption the next run finds it and continues.
 */
export async function purgeSpaces(context: JobContext): Promise<void> {
  const purged = await repeat(context.signal, async () => {
    const ids = await expiredSpaces(context.db, SPACES_MAX);
    let removed = 0;
    for (const id of ids) removed += await purgeSpace(context, id);
    return removed;
  });
  if (purged > 0) context.log.info({ spaces: purged }, 'deleted spaces were removed for good');
}

/** Removes one space. Returns 0 if it was restored at the last moment. */
async function purgeSpace({ db, signal }: JobContext, id: string): Promise<number> {
  const over = await runTransaction(db, async (transaction) => {
    const isOver = await lockExpiredSpace(transaction, id);
    // Whether a name is open depends on the sites that show the space.
    if (isOver) await keepOpenNames(transaction, [id]);
    return isOver;
  });
  if (!over) return 0;
  await repeat(signal, () => removeFromNextSite(db, id));
  await repeat(signal, () => removeComments(db, id, BATCH_MAX));
  await repeat(signal, () => removeChangeRequests(db, id, BATCH_MAX));
  await repeat(signal, () =>
    runTransaction(db, (transaction) => removeIndexes(transaction, id, BATCH_MAX)),
  );
  await repeat(signal, () =>
    runTransaction(db, (transaction) => deleteRevisions(transaction, id, BATCH_MAX)),
  );
  return runTransaction(db, async (transaction) => {
    if (!(await lockExpiredSpace(transaction, id))) return 0;
    // Deleting the space would delete a site-space too, and leave its site without a default.
    if (await isShownOnSite(transaction, id)) return 0;
    await removeSpace(transaction, id);
    return 1;
  });
}
