import type { Row } from '../../builder.ts';
import type { Context } from '../../context.ts';
import { sql, type PrismaTransaction } from '../../database/database.ts';
import { conflict } from '../../errors.ts';
import { newId } from '../../lib/id.ts';
import type { OpenApiSpecKey } from './openapi-spec-access.ts';
import { OPENAPI_SPECS_MAX } from './openapi-spec-limits.ts';
import { startProcessing } from './processing/start-processing.ts';
import { holdSource, type SourceColumns } from './source-columns.ts';

/** Locks a specification by slug until the transaction ends; returns null if it does not exist. */
export async function lockOpenApiSpec(
  transaction: PrismaTransaction,
  { organizationId, specSlug }: OpenApiSpecKey,
): Promise<Row<'OpenApiSpec'> | null> {
  await transaction.$queryRaw(sql`
    SELECT FROM openapi_specs s
    WHERE s.organization_id = ${organizationId} AND s.slug = ${specSlug} FOR UPDATE`);
  return transaction.openApiSpec.findFirst({ where: { organizationId, slug: specSlug } });
}

/**
 * Inserts a specification and starts to process it. The caller holds the lock on the organization.
 *
 * @throws CONFLICT when the organization is at its limit
 */
export async function insertOpenApiSpec(
  context: Context,
  transaction: PrismaTransaction,
  { organizationId, specSlug }: OpenApiSpecKey,
  source: SourceColumns,
): Promise<void> {
  const count = await transaction.openApiSpec.count({ where: { organizationId } });
  if (count >= OPENAPI_SPECS_MAX) {
    throw conflict(
      `An organization has at most ${OPENAPI_SPECS_MAX} OpenAPI specifications, and this one does: ` +
        'delete one first.',
    );
  }
  const id = newId('OpenAPISpec');
  const now = context.now();
  await holdSource(transaction, id, source);
  const spec = await transaction.openApiSpec.create({
    data: {
      ...source,
      ...{ id, organizationId, slug: specSlug, createdById: context.viewer.id },
      ...{ createdAt: now, updatedAt: now },
    },
  });
  await startProcessing(context, transaction, spec, context.viewer.id);
}

/** Replaces the source of a locked specification, and processes it. */
export async function replaceSource(
  context: Context,
  transaction: PrismaTransaction,
  { id }: Row<'OpenApiSpec'>,
  source: SourceColumns,
): Promise<void> {
  await holdSource(transaction, id, source);
  const spec = await transaction.openApiSpec.update({
    where: { id },
    data: {
      ...source,
      ...{ sourceNumber: { increment: 1 }, sourceTag: null, updatedAt: context.now() },
    },
  });
  await startProcessing(context, transaction, spec, context.viewer.id);
}
