import { permissionsType } from '../../builder/declare-types.ts';
import { builder, registerNode, type Row } from '../../builder.ts';
import { URL_LENGTH_MAX } from '../../lib/web-url.ts';
import { ownerField } from '../organizations/organization-of.ts';
import { Organization } from '../organizations/organization.ts';
import { pastUser } from '../users/past-user.ts';
import { openApiSpecPermissions, type OpenApiSpecPermissions } from './openapi-spec-access.ts';
import {
  OpenAPISpecProcessingError,
  OpenAPISpecProcessingState,
  OpenAPISpecVisibility,
} from './openapi-spec-enums.ts';
import { openApiSpecRows } from './openapi-spec-rows.ts';
import { openApiSpecLocation, publishedSpecUrl, shownSourceUrl } from './openapi-spec-urls.ts';
import { addressField, sameRow, showing } from '../../pagination/declared-fields.ts';

registerNode(openApiSpecRows);

const OpenAPISpecPermissions = permissionsType<keyof OpenApiSpecPermissions>(
  'OpenAPISpecPermissions',
  'Permissions of the viewer on an OpenAPI specification.',
  {
    view: 'May read it. Needs any role.',
    edit: 'May change it. Needs `create`.',
  },
);

const OpenAPISpecUrls = builder.objectRef<Row<'OpenApiSpec'>>('OpenAPISpecUrls').implement({
  description: 'URLs of an OpenAPI specification.',
  rest: { fields: 'location app published' },
  fields: (t) => ({
    location: t.string({
      description: 'The specification on `/v1`.',
      resolve: (spec, _args, { addresses }) => openApiSpecLocation(addresses, spec),
    }),
    app: t.string({
      description: 'The specification in the app.',
      ...addressField('app', { field: 'organizationId' }, 'openapi', { field: 'slug' }),
    }),
    published: t.string({
      nullable: true,
      description:
        'The latest version as one document, for anybody and without a token; null for a private ' +
        'specification.',
      resolve: (spec, _args, { addresses }) => publishedSpecUrl(addresses, spec),
    }),
  }),
});

export const OpenAPISpec = builder.prismaNode('OpenApiSpec', {
  name: 'OpenAPISpec',
  description: 'An OpenAPI specification of an organization.',
  id: { field: 'id', description: 'Identifier, `spec_…`.' },
  rest: {
    object: 'openapi-spec',
    fields: `
      id slug createdAt updatedAt sourceURL processingState visibility lastVersion: lastVersionId
      lastProcessedAt lastProcessErrorCode permissions { ...OpenAPISpecPermissions }
      urls { ...OpenAPISpecUrls }`,
  },
  fields: (t) => ({
    slug: t.exposeString('slug', {
      description:
        'Slug, unique in the organization: 1 to 100 lower-case letters, digits and dashes.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was added.' }),
    updatedAt: t.expose('updatedAt', {
      type: 'DateTime',
      description: 'When its source or its visibility last changed.',
    }),
    sourceURL: t.string({
      nullable: true,
      description:
        `URL that it is fetched from, at most ${URL_LENGTH_MAX} characters. User, password and query may be ` +
        'secrets: they are encrypted and never shown, so an update must contain the whole URL. ' +
        'Null for a specification that was given as text.',
      resolve: ({ sourceUrl }) => (sourceUrl === null ? null : shownSourceUrl(sourceUrl)),
    }),
    processingState: t.field({
      type: OpenAPISpecProcessingState,
      description: 'Processing state.',
      ...showing('processingState'),
    }),
    visibility: t.field({
      type: OpenAPISpecVisibility,
      description: 'Visibility.',
      ...showing('visibility'),
    }),
    lastVersionId: t.exposeID('lastVersionId', {
      nullable: true,
      description: 'Id of the latest version; null before the first one. A failure leaves it.',
    }),
    lastProcessedAt: t.expose('lastProcessedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was last processed, successfully or not; null before.',
    }),
    lastProcessErrorCode: t.field({
      type: OpenAPISpecProcessingError,
      nullable: true,
      description: 'Error code of the last processing; null if it succeeded.',
      ...showing('lastProcessError'),
    }),
    lastProcessErrorMessage: t.exposeString('lastProcessMessage', {
      nullable: true,
      description: 'Error message of the last processing, with the remedy; null if it succeeded.',
    }),
    organization: t.field({
      type: Organization,
      description: 'The organization that it is of.',
      ...ownerField,
    }),
    createdBy: t.field({
      ...pastUser('createdById'),
      description: 'The user who added it; null if the account was deleted.',
    }),
    permissions: t.field({
      type: OpenAPISpecPermissions,
      description: 'Permissions of the viewer.',
      resolve: ({ organizationId }, _args, { viewer }) =>
        openApiSpecPermissions(viewer, organizationId),
    }),
    urls: t.field({
      type: OpenAPISpecUrls,
      description: 'URLs of the OpenAPI specification.',
      ...sameRow,
    }),
  }),
});
