import { sql } from '../database/database.ts';
import type { JobContext } from '../jobs/job.ts';
import { repeat } from '../jobs/repeat.ts';
import { IDEMPOTENCY_KEY_LIFETIME_MS } from './idempotency-key.ts';

/** How many writes are forgotten in one transaction. */
const BATCH_MAX = 1000;

/** Longer than any request takes that found its key just in time, in milliseconds: an hour. */
const MARGIN_MS = 60 * 60 * 1000;

/** Forgets the writes whose keys stand for them no longer. */
export async function purgeIdempotentWrites({ db, signal }: JobContext): Promise<void> {
  const expired = new Date(Date.now() - IDEMPOTENCY_KEY_LIFETIME_MS - MARGIN_MS);
  await repeat(signal, () =>
    db.prisma.$executeRaw(sql`
      DELETE FROM idempotent_writes w WHERE w.id IN (
        SELECT id FROM idempotent_writes WHERE created_at <= ${expired} LIMIT ${BATCH_MAX})`),
  );
}
