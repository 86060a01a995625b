import { runTransaction } from '../../database/run-transaction.ts';
import type { JobContext } from '../../jobs/job.ts';
import { repeat } from '../../jobs/repeat.ts';
import { removeChangeRequests } from '../change-requests/remove-change-requests.ts';
import { removeComments } from '../comments/remove-comments.ts';
import { removeIndexes } from '../content/derived/index-states.ts';
import { deleteRevisions } from '../content/store/release-content.ts';
import { siteShowing } from '../sites/structure/shown-spaces.ts';
import { takeOffNextSite } from '../sites/structure/take-off-next-site.ts';
import { expiredSpaces, lockExpiredSpace, removeSpace } from '../spaces/expired-spaces.ts';

/** Rows that one transaction removes, with those that belong to them. */
const BATCH_MAX = 500;
/** Spaces that are looked for at once. */
const SPACES_MAX = 100;

/**
 * Removes the spaces that were deleted more than 7 days ago for good (interface, States), with all
 * that is in them and the places that sites keep for them. Content is released, and collected later
 * unless another space has it. Each space goes in many short transactions, its own row last: when
 * this ends in the middle, the next run finds it and goes on.
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

/** Removes one space. Answers 0 when it was restored in the last moment. */
async function purgeSpace({ db, signal }: JobContext, id: string): Promise<number> {
  const over = await runTransaction(db, (transaction) => lockExpiredSpace(transaction, id));
  if (!over) return 0;
  await repeat(signal, () => takeOffNextSite(db, id));
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
    // A site-space that goes with its space would leave its site without a default one.
    if (await siteShowing(transaction, [id])) return 0;
    await removeSpace(transaction, id);
    return 1;
  });
}
