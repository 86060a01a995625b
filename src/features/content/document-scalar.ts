import { builder } from '../../builder.ts';

/** A document as it is sent and shown; what is sent is checked by the schema of its input. */
export const DocumentTree = builder.scalarType('DocumentTree', {
  description:
    'A document as a tree: `{ object: "document", data: { schemaVersion }, nodes }`. The nodes are ' +
    'blocks; blocks hold blocks, fragments, inline elements and texts, and texts hold leaves with ' +
    'marks. In what is sent, `key` and `isVoid` need not be said. A tag that no other block stands ' +
    'for is `{ type: "tag", data: { name, attributes, text } }`, where `text` is what the tag says ' +
    'beside its attributes; one with an end has `nodes`.',
  serialize: (tree) => tree,
  parseValue: (tree) => tree,
  extensions: {
    jsonSchema: {
      type: 'object',
      required: ['object', 'nodes'],
      properties: {
        object: { type: 'string', enum: ['document'] },
        data: {
          type: 'object',
          properties: { schemaVersion: { type: 'integer' } },
          additionalProperties: true,
        },
        nodes: { type: 'array', items: { type: 'object', additionalProperties: true } },
      },
    },
  },
});
