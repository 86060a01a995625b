import { deleteIfFound, type Context } from '../../context.ts';
import { dropBlobs } from '../content/downloads/blob-holds.ts';
import { lockOrganizationFor } from '../organizations/lock-organization-for.ts';
import { findOpenApiSpec, type OpenApiSpecKey } from './openapi-spec-access.ts';
import { lockOpenApiSpec } from './write-openapi-spec.ts';

/**
 * Deletes an OpenAPI specification with its versions. Succeeds when it does not exist for the
 * viewer (interface, Errors).
 *
 * @throws FORBIDDEN below `create`
 */
export async function deleteOpenApiSpec(context: Context, key: OpenApiSpecKey): Promise<void> {
  await deleteIfFound(context, findOpenApiSpec(context, key, 'edit'), async (transaction, spec) => {
    const { viewer } = context;
    await lockOrganizationFor(transaction, viewer, spec.organizationId, 'createOpenAPISpec');
    const held = await lockOpenApiSpec(transaction, key);
    if (held?.id !== spec.id) return;
    const versions = await transaction.openApiSpecVersion.findMany({
      where: { specId: spec.id },
      select: { id: true },
    });
    await transaction.openApiSpec.delete({ where: { id: spec.id } });
    await dropBlobs(transaction, [spec.id, ...versions.map(({ id }) => id)]);
  });
}
