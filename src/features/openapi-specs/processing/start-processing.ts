import type { Row } from '../../../builder.ts';
import type { Database, PrismaTransaction } from '../../../database/database.ts';
import { enqueueJob } from '../../../jobs/enqueue-job.ts';
import { processOpenApiSpec } from './process-openapi-spec.ts';

/**
 * Lets a specification be processed once the transaction, which holds it, is done.
 *
 * @param createdById who asks for it; null when docgraph does
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
