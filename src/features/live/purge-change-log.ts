import { CHANGE_LOG_SECONDS } from '../../database/change-feed.ts';
import { sql } from '../../database/database.ts';
import type { JobContext } from '../../jobs/scheduled-job.ts';

/** Deletes logged changes that every gateway has read. */
export async function purgeChangeLog({ db }: JobContext): Promise<void> {
  await db.query(sql`
    DELETE FROM change_log WHERE logged_at < now() - make_interval(secs => ${CHANGE_LOG_SECONDS})`);
}
