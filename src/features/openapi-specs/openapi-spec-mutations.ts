import { builder, type InputBuilder } from '../../builder.ts';
import { validated } from '../../lib/validated.ts';
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

builder.relayMutationField(
  'createOpenAPISpec',
  {
    description: 'Input of `createOpenAPISpec`.',
    validate: newOpenApiSpec.loose(),
    inputFields: (t) => ({
      organizationId: t.id({ required: true, description: 'Id of the organization.' }),
      slug: t.string({ required: true, description: 'Names it in the organization.' }),
      source: sourceField(t),
    }),
  },
  {
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
    resolve: (_root, { input }, context) =>
      createOpenApiSpec(context, input.organizationId, validated(newOpenApiSpec, input)),
  },
  {
    description: 'Payload of `createOpenAPISpec`.',
    outputFields: (t) => ({
      openapiSpec: t.field({
        type: OpenAPISpec,
        description: 'The new specification, which is queued for processing.',
        resolve: (spec) => spec,
      }),
    }),
  },
);

builder.relayMutationField(
  'createOrUpdateOpenAPISpec',
  {
    description: 'OpenAPI specification to create or replace, and its source.',
    validate: openApiSpecPut.loose(),
    inputFields: (t) => ({ ...keyFields(t), source: sourceField(t) }),
  },
  {
    description:
      'Gives an OpenAPI specification another source, or the same to have it fetched again, and ' +
      'processes it; adds it where there is none with the slug. Needs the role `create`.',
    rest: {
      routes: { createOrUpdateOpenAPISpecBySlug: `PUT ${SPEC}` },
      result: 'openapiSpec',
      holdsContent: true,
    },
    resolve: (_root, { input }, context) =>
      createOrUpdateOpenApiSpec(context, input, validated(openApiSpecPut, input)),
  },
  {
    description: 'Payload of `createOrUpdateOpenAPISpec`.',
    outputFields: (t) => ({
      openapiSpec: t.field({
        type: OpenAPISpec,
        description: 'The specification, which is queued for processing.',
        resolve: (spec) => spec,
      }),
    }),
  },
);

builder.relayMutationField(
  'updateOpenAPISpec',
  {
    description: 'Fields to change.',
    validate: openApiSpecChanges.loose(),
    inputFields: (t) => ({
      ...keyFields(t),
      visibility: t.field({
        type: OpenAPISpecVisibility,
        required: true,
        description: 'Visibility.',
      }),
    }),
  },
  {
    description: 'Changes who may read an OpenAPI specification. Needs the role `create`.',
    rest: { routes: { updateOpenAPISpecBySlug: `PATCH ${SPEC}` }, result: 'openapiSpec' },
    resolve: (_root, { input }, context) =>
      updateOpenApiSpec(context, input, validated(openApiSpecChanges, input)),
  },
  {
    description: 'Payload of `updateOpenAPISpec`.',
    outputFields: (t) => ({
      openapiSpec: t.field({
        type: OpenAPISpec,
        description: 'The specification as it is now.',
        resolve: (spec) => spec,
      }),
    }),
  },
);

builder.relayMutationField(
  'deleteOpenAPISpec',
  { description: 'OpenAPI specification to delete.', inputFields: keyFields },
  {
    description:
      'Deletes an OpenAPI specification with its versions. Succeeds if it does not exist. Needs the ' +
      'role `create`.',
    rest: { routes: { deleteOpenAPISpecBySlug: `DELETE ${SPEC}` } },
    resolve: async (_root, { input }, context) => {
      await deleteOpenApiSpec(context, input);
      return input.specSlug;
    },
  },
  {
    description: 'Payload of `deleteOpenAPISpec`.',
    outputFields: (t) => ({
      deletedOpenAPISpecSlug: t.string({
        description: 'Slug of the deleted specification, as given.',
        resolve: (slug) => slug,
      }),
    }),
  },
);
