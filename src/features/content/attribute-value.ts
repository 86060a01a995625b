import { builder } from '../../builder.ts';

const text = { type: 'string' };
const number = { type: 'number' };
const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` });

function objectOf(properties: Record<string, object>, required = Object.keys(properties)) {
  return { type: 'object', required, properties };
}

/** The value of a content attribute. */
export const AttributeValue = builder.scalarType('AttributeValue', {
  description:
    'A value of an attribute of content: a text, a number or a boolean; of `target` a reference, ' +
    'of `cover` a cover, of `git` `{ oid, path }`, of `dimensions` `{ width, height }`, of ' +
    '`computed` what the page is made of, and of `place` `{ parent, position }`.',
  serialize: (value) => value,
  extensions: {
    jsonSchema: {
      anyOf: [
        text,
        number,
        { type: 'boolean' },
        reference('ContentRef'),
        reference('PageCover'),
        objectOf({ oid: text, path: text }),
        objectOf({ width: number, height: number }),
        objectOf(
          {
            type: { type: 'string', const: 'builtin:openapi' },
            spec: text,
            doc: { type: 'string', enum: ['info', 'operations', 'models'] },
            page: text,
            models: { type: 'boolean' },
            seed: text,
          },
          ['type', 'spec', 'doc', 'page'],
        ),
      ],
    },
  },
});
