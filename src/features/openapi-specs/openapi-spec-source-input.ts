import { builder } from '../../builder.ts';
import { openApiSpecSource } from './openapi-spec-limits.ts';

export const OpenAPISpecSourceInput = builder.inputType('OpenAPISpecSourceInput', {
  description: 'Source of an OpenAPI specification.',
  isOneOf: true,
  validate: openApiSpecSource.loose(),
  fields: (t) => ({
    url: t.string({
      description:
        'URL that the specification is fetched from, `http` or `https`, now and every few hours. A user, a password and a query in it are sent to its origin only, and never shown.',
    }),
    text: t.string({ description: 'The specification itself, as JSON or YAML.' }),
  }),
});
