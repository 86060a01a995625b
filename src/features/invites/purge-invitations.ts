import { sql } from '../../database/database.ts';
import type { JobContext } from '../../jobs/scheduled-job.ts';

/** Retention of expired invitations, in days; until then they can be sent again. */
const KEPT_DAYS = 30;

/** Deletes invitations whose retention has ended, and sign-ups that no longer count. */
export async function purgeInvitations({ db, log }: JobContext): Promise<void> {
  const removed = await db.execute(sql`
    DELETE FROM invitations i WHERE i.expires_at < now() - make_interval(days => ${KEPT_DAYS}::int)`);
  if (removed > 0) log.info({ removed }, 'expired invitations were removed');
  await db.execute(sql`DELETE FROM sign_ups u WHERE u.expires_at < now()`);
}
