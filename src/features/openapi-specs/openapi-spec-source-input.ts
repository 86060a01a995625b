import { builder } from '../../builder.ts';
import { openApiSpecSource } from './openapi-spec-limits.ts';

export const OpenAPISpecSourceInput = builder.inputType('OpenAPISpecSourceInput', {
  description: 'Source of an OpenAPI specification.',
  isOneOf: true,
  validate: openApiSpecSource.loose(),
  fields: (t) => ({
    url: t.string({
      description:
        'Address that it is fetched from, `http` or `https`, now and every few hours. User, ' +
        'password and query in it are sent to its origin, and shown to nobody.',
    }),
    text: t.string({ description: 'The specification itself, as JSON or YAML.' }),
  }),
});
