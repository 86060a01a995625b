import { hasRoleSql } from '../../auth/membership-sql.ts';
import type { Row } from '../../builder.ts';
import { sql } from '../../database/database.ts';
import { defineSource } from '../../pagination/source.ts';

/** OpenAPI specifications, visible to all members of the organization except guests. */
export const openApiSpecRows = defineSource<Row<'OpenApiSpec'>>({
  type: 'OpenAPISpec',
  model: 'OpenApiSpec',
  table: 'openapi_specs',
  visible: (viewerId) => hasRoleSql(sql`t.organization_id`, sql`${viewerId}`),
});

/** Versions, visible to everybody who can see their specification. */
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
