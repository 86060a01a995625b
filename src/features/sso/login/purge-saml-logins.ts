import { sql } from '../../../database/database.ts';
import type { JobContext } from '../../../jobs/scheduled-job.ts';

/** Deletes stored identities whose login requests have expired. */
export async function purgeSamlLogins({ db, log }: JobContext): Promise<void> {
  const removed = await db.execute(sql`
    DELETE FROM saml_logins l WHERE l.expires_at < now() - interval '1 hour'`);
  if (removed > 0) log.info({ removed }, 'logins that are over were removed');
}
