import type { Row } from '../../../builder.ts';
import type { Database, PrismaTransaction } from '../../../database/database.ts';
import { enqueueJob } from '../../../jobs/enqueue-job.ts';
import { processOpenApiSpec } from './process-openapi-spec.ts';

/**
 * Enqueues the processing of a specification. The transaction holds the lock on the specification.
 *
 * @param createdById id of the requesting user; null for the system
 */
export async function startProcessing(
  { db, now }: { db: Database; now: () => Date },
  transaction: PrismaTransaction,
  { id, organizationId, sourceNumber }: Row<'OpenApiSpec'>,
  createdById: string | null,
): Promise<void> {
  const jobId = await enqueueJob({ db }, transaction, processOpenApiSpec, {
    ...{ organizationId, subjectId: id, createdById, now: now() },
    input: { specId: id, sourceNumber },
  });
  await transaction.openApiSpec.update({
    where: { id },
    data: { processingState: 'pending', lastJobId: jobId },
  });
}
