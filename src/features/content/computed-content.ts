import { builder } from '../../builder.ts';

const text = { type: 'string' };

function objectOf(properties: Record<string, object>) {
  return { type: 'object', required: Object.keys(properties), properties };
}

/** The origin of a computed page, as `computedSource` returns it. */
export const ComputedContentType = builder.scalarType('ComputedContent', {
  description:
    'Source of a computed page: its `type`, the OpenAPI specification as `dependencies.spec.ref`, and `props` that select a part of it: `models` on the inserted page, `doc` and `page` on the generated documents.',
  serialize: (computed) => computed,
  extensions: {
    jsonSchema: objectOf({
      type: { type: 'string', const: 'builtin:openapi' },
      dependencies: objectOf({
        spec: objectOf({
          ref: objectOf({ kind: { type: 'string', const: 'openapi' }, spec: text }),
        }),
      }),
      props: {
        anyOf: [
          objectOf({ models: { type: 'boolean' } }),
          objectOf({ doc: { type: 'string', const: 'models' } }),
          objectOf({ doc: { type: 'string', enum: ['operations', 'info'] }, page: text }),
        ],
      },
    }),
  },
});
