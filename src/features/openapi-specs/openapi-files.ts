import { builder } from '../../builder.ts';

/** Scalar of a specification's files by path. */
export const OpenAPIFiles = builder.scalarType('OpenAPIFiles', {
  description:
    'The files of an OpenAPI specification by path, each as JSON. Their content is up to their authors.',
  serialize: (files) => files,
  extensions: { jsonSchema: { type: 'object', additionalProperties: {} } },
});
