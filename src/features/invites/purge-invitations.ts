import { sql } from '../../database/database.ts';
import type { JobContext } from '../../jobs/job.ts';

/** How long an invitation stays after its end, so that it can be sent again, in days. */
const KEPT_DAYS = 30;

/** Removes invitations that nobody accepted and nobody sent again. */
export async function purgeInvitations({ db, log }: JobContext): Promise<void> {
  const removed = await db.prisma.$executeRaw(sql`
    DELETE FROM invitations i WHERE i.expires_at < now() - make_interval(days => ${KEPT_DAYS}::int)`);
  if (removed > 0) log.info({ removed }, 'expired invitations were removed');
}
