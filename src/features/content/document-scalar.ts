import { builder } from '../../builder.ts';
import { documentDefinitions } from '../../document/document-json-schema.ts';

const definitions = documentDefinitions();
const blocks = { type: 'array', items: { $ref: '#/components/schemas/DocumentBlock' } };
const data = {
  type: 'object',
  properties: {
    schemaVersion: { type: 'integer', description: 'Version of the kinds of blocks.' },
  },
};

/** A document in inputs and responses. The schema of each input validates it. */
export const DocumentTreeScalar = builder.scalarType('DocumentTree', {
  description:
    'A document as a tree: `{ object: "document", data: { schemaVersion }, nodes }`. The nodes are ' +
    'blocks; blocks hold blocks, fragments, inline elements and texts, and texts hold leaves with ' +
    'marks. In input, `key` and `isVoid` are optional. A tag without a block type of its own is `{ type: "tag", data: { name, attributes, text } }`, where `text` is its content beside the attributes; a tag with an end has `nodes`.',
  serialize: (tree) => tree,
  parseValue: (tree) => tree,
  extensions: {
    jsonSchema: {
      type: 'object',
      required: ['object', 'nodes'],
      properties: { object: { type: 'string', const: 'document' }, data, nodes: blocks },
    },
    definitions,
  },
});

/** The blocks of a document. */
export const DocumentBlocks = builder.scalarType('DocumentBlocks', {
  description: 'Blocks of a document with everything in them, as in `DocumentTree`.',
  serialize: (nodes) => nodes,
  extensions: { jsonSchema: blocks, definitions },
});

/** Properties of a whole document. */
export const DocumentData = builder.scalarType('DocumentData', {
  description: 'Metadata of a whole document: `{ schemaVersion }`.',
  serialize: (value) => value,
  extensions: { jsonSchema: data },
});
