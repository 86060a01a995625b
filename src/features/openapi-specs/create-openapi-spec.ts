import { z } from 'zod';
import type { Row } from '../../builder.ts';
import type { Context } from '../../context.ts';
import { alreadyUsed } from '../../errors.ts';
import { lockOrganizationFor } from '../organizations/lock-organization-for.ts';
import { findOrganization } from '../organizations/organization-access.ts';
import { findOpenApiSpec } from './openapi-spec-access.ts';
import { openApiSpecSlug, openApiSpecSource } from './openapi-spec-limits.ts';
import { prepareSource } from './source-columns.ts';
import { insertOpenApiSpec, lockOpenApiSpec } from './write-openapi-spec.ts';

/** Input for a new OpenAPI specification (interface, OpenAPI specifications). */
export const newOpenApiSpec = z.object({ slug: openApiSpecSlug, source: openApiSpecSource });

/**
 * Creates an OpenAPI specification and starts to process it (interface, OpenAPI specifications).
 *
 * @throws NOT_FOUND, FORBIDDEN below `create`, CONFLICT when the slug is taken or the organization
 *   is at its limit
 */
export async function createOpenApiSpec(
  context: Context,
  organizationId: string,
  { slug, source }: z.output<typeof newOpenApiSpec>,
): Promise<Row<'OpenApiSpec'>> {
  await findOrganization(context, organizationId, 'createOpenAPISpec');
  const key = { organizationId, specSlug: slug };
  await context.prepareAndWrite(
    () => prepareSource(context.db, source),
    async (transaction, columns) => {
      await lockOrganizationFor(transaction, context.viewer, organizationId, 'createOpenAPISpec');
      if (await lockOpenApiSpec(transaction, key)) {
        throw alreadyUsed('slug', slug, 'OpenAPI specification of this organization');
      }
      await insertOpenApiSpec(context, transaction, key, columns);
    },
  );
  return findOpenApiSpec(context, key);
}
