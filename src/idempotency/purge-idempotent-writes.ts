import { sql } from '../database/database.ts';
import type { JobContext } from '../jobs/scheduled-job.ts';
import { repeat } from '../jobs/repeat.ts';
import { IDEMPOTENCY_KEY_LIFETIME_MS } from './idempotency-key.ts';

/** Number of writes deleted per transaction. */
const BATCH_MAX = 1000;

/** Time in milliseconds for requests that found a key just before it expired: an hour. */
const MARGIN_MS = 60 * 60 * 1000;

/** Deletes writes whose keys have expired. */
export async function purgeIdempotentWrites({ db, signal }: JobContext): Promise<void> {
  const expired = new Date(Date.now() - IDEMPOTENCY_KEY_LIFETIME_MS - MARGIN_MS);
  await repeat(signal, () =>
    db.execute(sql`
      DELETE FROM idempotent_writes w WHERE w.id IN (
        SELECT id FROM idempotent_writes WHERE created_at <= ${expired} LIMIT ${BATCH_MAX})`),
  );
}
