import { sql } from '../../database/database.ts';
import type { JobContext } from '../../jobs/scheduled-job.ts';

/** Retention of expired and revoked tokens, in days. */
const KEPT_DAYS = 30;

/**
 * Deletes API tokens that expired or were revoked before the retention period, and links to sign in
 * that no longer count.
 */
export async function purgeApiTokens({ db, log }: JobContext): Promise<void> {
  const removed = await db.execute(sql`
    DELETE FROM api_tokens k
    WHERE LEAST(k.expires_at, k.revoked_at) < now() - make_interval(days => ${KEPT_DAYS}::int)`);
  if (removed > 0) log.info({ removed }, 'expired API tokens were removed');
  await db.prisma.$executeRaw(sql`
    DELETE FROM sign_in_links WHERE mailed_at < now() - interval '24 hours'`);
}
