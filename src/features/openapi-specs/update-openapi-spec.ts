import { z } from 'zod';
import type { Row } from '../../builder.ts';
import type { Context } from '../../context.ts';
import { notFound } from '../../errors.ts';
import { lockOrganizationFor } from '../organizations/lock-organization-for.ts';
import { findOpenApiSpec, type OpenApiSpecKey } from './openapi-spec-access.ts';
import { openApiSpecVisibility } from './openapi-spec-limits.ts';

/** Changeable properties of an OpenAPI specification (interface, OpenAPI specifications). */
export const openApiSpecChanges = z.object({ visibility: openApiSpecVisibility });

/**
 * Changes the visibility of an OpenAPI specification.
 *
 * @throws NOT_FOUND, FORBIDDEN below `create`
 */
export async function updateOpenApiSpec(
  context: Context,
  key: OpenApiSpecKey,
  { visibility }: z.output<typeof openApiSpecChanges>,
): Promise<Row<'OpenApiSpec'>> {
  const { id, organizationId } = await findOpenApiSpec(context, key, 'edit');
  await context.write(async (transaction) => {
    await lockOrganizationFor(transaction, context.viewer, organizationId, 'createOpenAPISpec');
    const { count } = await transaction.openApiSpec.updateMany({
      where: { id },
      data: { visibility, updatedAt: context.now() },
    });
    if (count === 0) throw notFound('OpenAPI spec', key.specSlug, 'slug');
  });
  return findOpenApiSpec(context, key);
}
