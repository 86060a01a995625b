import { connectionType } from '../../builder/declare-types.ts';
import { sql } from '../../database/database.ts';
import { builder } from '../../builder.ts';
import { declareSorting, orderedBy } from '../../builder/list-sorting.ts';
import { connectionField } from '../../builder/connection-field.ts';
import { loadOpenApiSpec } from './openapi-spec-access.ts';
import { VERSIONS_MAX } from './openapi-spec-limits.ts';
import { openApiSpecRows, openApiSpecVersionRows } from './openapi-spec-rows.ts';
import { OpenAPISpecVersion } from './openapi-spec-version.ts';
import { OpenAPISpec } from './openapi-spec.ts';
import { childField, oneField, type Declarations } from '../../pagination/declared-fields.ts';

const sorting = declareSorting('OpenAPISpecSort', 'OpenAPI specifications', {
  createdAt: 'When it was created.',
  updatedAt: 'When it was last changed.',
  slug: 'Slug.',
}).from('createdAt');

connectionField('Organization.openapiSpecs', {
  type: connectionType(OpenAPISpec, 'OpenAPI specification'),
  description: 'The OpenAPI specifications, oldest first. Guests see none.',
  rest: { route: 'GET /openapi', operationId: 'listOpenAPISpecs' },
  source: openApiSpecRows,
  of: 'organizationId',
  ...sorting,
});

connectionField('OpenAPISpec.versions', {
  type: connectionType(OpenAPISpecVersion, 'version', 'versions of an OpenAPI specification'),
  description: `Its versions, the latest first; the newest ${VERSIONS_MAX} are kept.`,
  rest: { route: 'GET /versions', operationId: 'listOpenAPISpecVersions' },
  source: openApiSpecVersionRows,
  of: 'specId',
  ...orderedBy('createdAt', 'creation', 'descending'),
});

builder.prismaObjectFields('Organization', (t) => ({
  openapiSpec: t.field({
    type: OpenAPISpec,
    nullable: true,
    description: 'An OpenAPI specification of the organization. Guests find none.',
    args: {
      specSlug: t.arg.string({ required: true, description: 'Slug of the specification.' }),
    },
    rest: { route: 'GET /openapi/{specSlug}', operationId: 'getOpenAPISpecBySlug' },
    extensions: {
      child: {
        source: openApiSpecRows,
        argument: 'specSlug',
        matches: (slug, organizationId) =>
          sql`t.organization_id = ${organizationId} AND t.slug = ${slug}`,
      },
    } satisfies Declarations,
    resolve: ({ id }, { specSlug }, context) =>
      loadOpenApiSpec(context, { organizationId: id, specSlug }),
  }),
}));

builder.prismaObjectFields('OpenApiSpec', (t) => ({
  latestVersion: t.field({
    type: OpenAPISpecVersion,
    description: 'Its latest version; null before it was first processed successfully.',
    rest: {
      route: 'GET /versions/latest',
      operationId: 'getLatestOpenAPISpecVersion',
      notFoundMessage: 'The OpenAPI specification has no version yet.',
    },
    ...oneField(openApiSpecVersionRows, 'lastVersionId'),
  }),
  version: t.field({
    type: OpenAPISpecVersion,
    description: 'A version by its id.',
    args: { id: t.arg.id({ required: true, description: 'Id of the version.' }) },
    rest: { route: 'GET /versions/{versionId}', operationId: 'getOpenAPISpecVersionById' },
    ...childField(openApiSpecVersionRows, 'specId'),
  }),
}));
