import { z } from 'zod';
import type { Row } from '../../builder.ts';
import type { Context } from '../../context.ts';
import { lockOrganizationFor } from '../organizations/lock-organization-for.ts';
import { findOrganization } from '../organizations/organization-access.ts';
import { findOpenApiSpec, type OpenApiSpecKey } from './openapi-spec-access.ts';
import { openApiSpecSlug, openApiSpecSource } from './openapi-spec-limits.ts';
import { prepareSource } from './source-columns.ts';
import { insertOpenApiSpec, lockOpenApiSpec, replaceSource } from './write-openapi-spec.ts';

/** Input that creates or updates an OpenAPI specification (interface, OpenAPI specifications). */
export const openApiSpecPut = z.object({ specSlug: openApiSpecSlug, source: openApiSpecSource });

/**
 * Sets the source of an OpenAPI specification, even to the same one, and processes it. Creates the
 * specification if it does not exist; an existing one keeps its versions and visibility.
 *
 * @throws NOT_FOUND, FORBIDDEN below `create`, CONFLICT when a new one would exceed the limit
 */
export async function createOrUpdateOpenApiSpec(
  context: Context,
  key: OpenApiSpecKey,
  { source }: Pick<z.output<typeof openApiSpecPut>, 'source'>,
): Promise<Row<'OpenApiSpec'>> {
  const { organizationId } = key;
  await findOrganization(context, organizationId, 'createOpenAPISpec');
  await context.prepareAndWrite(
    () => prepareSource(context.db, source),
    async (transaction, columns) => {
      await lockOrganizationFor(transaction, context.viewer, organizationId, 'createOpenAPISpec');
      const spec = await lockOpenApiSpec(transaction, key);
      if (spec) await replaceSource(context, transaction, spec, columns);
      else await insertOpenApiSpec(context, transaction, key, columns);
    },
  );
  return findOpenApiSpec(context, key);
}
