import type { Viewer } from '../../auth/viewer.ts';
import type { Row } from '../../builder.ts';
import type { Context } from '../../context.ts';
import { sql } from '../../database/database.ts';
import { forbidden, notFound } from '../../errors.ts';
import { organizationPermissions } from '../organizations/organization-access.ts';
import { openApiSpecRows } from './openapi-spec-rows.ts';

/** Natural key of an OpenAPI specification, as in a `/v1` path. */
export interface OpenApiSpecKey {
  organizationId: string;
  specSlug: string;
}

/** Permission flags of an OpenAPI specification (interface, OpenAPISpec). */
export interface OpenApiSpecPermissions {
  view: boolean;
  edit: boolean;
}

/** Returns the viewer's permissions for the specifications of an organization. */
export function openApiSpecPermissions(
  viewer: Viewer,
  organizationId: string,
): OpenApiSpecPermissions {
  const { listMembers, createOpenAPISpec } = organizationPermissions(viewer, organizationId);
  return { view: listMembers, edit: createOpenAPISpec };
}

/** Loads a specification by slug; null if it does not exist for the viewer. */
export async function loadOpenApiSpec(
  { db, loaders }: Pick<Context, 'db' | 'loaders'>,
  { organizationId, specSlug }: OpenApiSpecKey,
): Promise<Row<'OpenApiSpec'> | null> {
  const key = `${organizationId} ${specSlug}`;
  if (!/^[\w-]+ [a-z0-9-]+$/.test(key)) return null;
  const id = await loaders.batch('id of an OpenAPI specification', key, async (keys) => {
    const rows = await db.query(sql`
      SELECT t.organization_id || ' ' || t.slug, t.id FROM openapi_specs t
      WHERE (t.organization_id, t.slug) IN (
        SELECT split_part(key, ' ', 1), split_part(key, ' ', 2)
        FROM unnest(${[...keys]}::text[]) key)`);
    const ids = new Map(rows as [string, string][]);
    return keys.map((pair) => ids.get(pair) ?? null);
  });
  return id === null ? null : loaders.one(openApiSpecRows, id);
}

/**
 * Finds a specification by slug, to read or to edit it.
 *
 * @throws NOT_FOUND when it does not exist for the viewer, FORBIDDEN to edit it below `create`
 */
export async function findOpenApiSpec(
  context: Context,
  key: OpenApiSpecKey,
  flag: 'view' | 'edit' = 'view',
): Promise<Row<'OpenApiSpec'>> {
  const spec = await loadOpenApiSpec(context, key);
  if (!spec) throw notFound('OpenAPI spec', key.specSlug, 'slug');
  if (flag === 'edit' && !openApiSpecPermissions(context.viewer, key.organizationId).edit) {
    throw forbidden(`change the OpenAPI specification "${spec.slug}"`, 'create');
  }
  return spec;
}
