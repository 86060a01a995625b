import { builder } from '../../builder.ts';

/** Scalar of a specification's files by path. */
export const OpenAPIFiles = builder.scalarType('OpenAPIFiles', {
  description:
    'The files of an OpenAPI specification by their paths, each as the JSON that it is. What a ' +
    'file holds is up to whoever wrote it.',
  serialize: (files) => files,
  extensions: { jsonSchema: { type: 'object', additionalProperties: {} } },
});
