import { hasRoleSql } from '../../auth/membership-sql.ts';
import type { Row } from '../../builder.ts';
import { sql } from '../../database/database.ts';
import { defineSource } from '../../pagination/source.ts';

/** OpenAPI specifications exist for all members of the organization but guests. */
export const openApiSpecRows = defineSource<Row<'OpenApiSpec'>>({
  type: 'OpenAPISpec',
  model: 'OpenApiSpec',
  table: 'openapi_specs',
  visible: (viewerId) => hasRoleSql(sql`t.organization_id`, sql`${viewerId}`),
});

/** Versions exist for those for whom their specification does. */
export const openApiSpecVersionRows = defineSource<Row<'OpenApiSpecVersion'>>({
  type: 'OpenAPISpecVersion',
  model: 'OpenApiSpecVersion',
  table: 'openapi_spec_versions',
  visible: (viewerId) =>
    hasRoleSql(
      sql`(SELECT s.organization_id FROM openapi_specs s WHERE s.id = t.spec_id)`,
      sql`${viewerId}`,
    ),
});
