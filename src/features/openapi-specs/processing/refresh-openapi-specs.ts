import { sql } from '../../../database/database.ts';
import { runTransaction } from '../../../database/run-transaction.ts';
import type { JobContext } from '../../../jobs/scheduled-job.ts';
import { repeat } from '../../../jobs/repeat.ts';
import { startProcessing } from './start-processing.ts';

/** Interval after which a specification is fetched again, in hours. */
const REFRESH_HOURS = 6;
/** Number of specifications per transaction. */
const BATCH_MAX = 20;

/** Enqueues specifications with a URL that have not been fetched for the refresh interval. */
export async function refreshOpenApiSpecs(context: JobContext): Promise<void> {
  const due = new Date(context.now().getTime() - REFRESH_HOURS * 60 * 60 * 1000);
  await repeat(context.signal, () =>
    runTransaction(context.db, async (transaction) => {
      const rows = await transaction.$queryRaw<{ id: string }[]>(sql`
        SELECT s.id FROM openapi_specs s
        WHERE s.source_url IS NOT NULL AND s.last_processed_at <= ${due}
          AND s.processing_state = 'complete'
        ORDER BY s.last_processed_at LIMIT ${BATCH_MAX} FOR UPDATE SKIP LOCKED`);
      for (const { id } of rows) {
        const spec = await transaction.openApiSpec.findUniqueOrThrow({ where: { id } });
        await startProcessing(context, transaction, spec, null);
      }
      return rows.length;
    }),
  );
}
