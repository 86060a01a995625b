import { mutationField, returnedField } from '../../builder/mutation-field.ts';
import type { InputBuilder } from '../../builder.ts';
import { createOpenApiSpec, newOpenApiSpec } from './create-openapi-spec.ts';
import { createOrUpdateOpenApiSpec, openApiSpecPut } from './create-or-update-openapi-spec.ts';
import { deleteOpenApiSpec } from './delete-openapi-spec.ts';
import { OpenAPISpecVisibility } from './openapi-spec-enums.ts';
import { OPENAPI_SPECS_MAX } from './openapi-spec-limits.ts';
import { OpenAPISpecSourceInput } from './openapi-spec-source-input.ts';
import { OpenAPISpec } from './openapi-spec.ts';
import { openApiSpecChanges, updateOpenApiSpec } from './update-openapi-spec.ts';

const SPECS = '/v1/orgs/{organizationId}/openapi';
const SPEC = `${SPECS}/{specSlug}` as const;

const keyFields = (t: InputBuilder) => ({
  organizationId: t.id({ required: true, description: 'Id of the organization.' }),
  specSlug: t.id({ required: true, description: 'Slug of the specification.' }),
});

const sourceField = (t: InputBuilder) =>
  t.field({
    type: OpenAPISpecSourceInput,
    required: true,
    description: 'Source of the specification.',
  });

mutationField('createOpenAPISpec', {
  description:
    'Adds an OpenAPI specification (Swagger 2.0, OpenAPI 3.0, 3.1 or 3.2, as JSON or YAML), which ' +
    'is then fetched and checked by a job. All its files have at most 20 MB together. An ' +
    `organization has at most ${OPENAPI_SPECS_MAX}. Needs the role \`create\`.`,
  rest: {
    routes: { createOpenAPISpec: `POST ${SPECS}` },
    result: 'openapiSpec',
    status: 201,
    holdsContent: true,
  },
  inputDescription: 'Input of `createOpenAPISpec`.',
  inputSchema: newOpenApiSpec,
  inputFields: (t) => ({
    organizationId: t.id({ required: true, description: 'Id of the organization.' }),
    slug: t.string({ required: true, description: 'Slug, unique in the organization.' }),
    source: sourceField(t),
  }),
  resolve: ({ organizationId, ...input }, context) =>
    createOpenApiSpec(context, organizationId, input),
  payload: (t) => ({
    openapiSpec: returnedField(
      t,
      OpenAPISpec,
      'The new specification, which is queued for processing.',
    ),
  }),
});

mutationField('createOrUpdateOpenAPISpec', {
  description:
    'Sets the source of an OpenAPI specification and processes it; an unchanged source is fetched again. Adds the specification if the slug is unused. Needs the role `create`.',
  rest: {
    routes: { createOrUpdateOpenAPISpecBySlug: `PUT ${SPEC}` },
    result: 'openapiSpec',
    holdsContent: true,
  },
  inputDescription: 'OpenAPI specification to create or replace, and its source.',
  inputSchema: openApiSpecPut,
  inputFields: (t) => ({ ...keyFields(t), source: sourceField(t) }),
  resolve: ({ organizationId, ...input }, context) =>
    createOrUpdateOpenApiSpec(context, { organizationId, specSlug: input.specSlug }, input),
  payload: (t) => ({
    openapiSpec: returnedField(
      t,
      OpenAPISpec,
      'The specification, which is queued for processing.',
    ),
  }),
});

mutationField('updateOpenAPISpec', {
  description: 'Changes who may read an OpenAPI specification. Needs the role `create`.',
  rest: { routes: { updateOpenAPISpecBySlug: `PATCH ${SPEC}` }, result: 'openapiSpec' },
  inputDescription: 'Fields to change.',
  inputSchema: openApiSpecChanges,
  inputFields: (t) => ({
    ...keyFields(t),
    visibility: t.field({
      type: OpenAPISpecVisibility,
      required: true,
      description: 'Visibility.',
    }),
  }),
  resolve: ({ organizationId, specSlug, ...changes }, context) =>
    updateOpenApiSpec(context, { organizationId, specSlug }, changes),
  payload: (t) => ({
    openapiSpec: returnedField(t, OpenAPISpec, 'The specification as it is now.'),
  }),
});

mutationField('deleteOpenAPISpec', {
  description:
    'Deletes an OpenAPI specification with its versions. Succeeds if it does not exist. Needs the ' +
    'role `create`.',
  rest: { routes: { deleteOpenAPISpecBySlug: `DELETE ${SPEC}` } },
  inputDescription: 'OpenAPI specification to delete.',
  inputFields: keyFields,
  resolve: (input, context) => deleteOpenApiSpec(context, input),
  payload: (t) => ({
    deletedOpenAPISpecSlug: t.string({
      description: 'Slug of the deleted specification, as given.',
      resolve: ({ specSlug }) => specSlug,
    }),
  }),
});
