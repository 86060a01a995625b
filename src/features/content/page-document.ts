import { builder } from '../../builder.ts';
import { DocumentBlocks, DocumentData } from './document-scalar.ts';
import type { DocumentTree } from '../../document/document-tree.ts';

/** Cost of the text of one page or reusable content as a tree. */
export const DOCUMENT_COST = 50;

export const PageDocument = builder.objectRef<DocumentTree>('PageDocument').implement({
  description: 'The text of a page or a reusable content as a tree of blocks.',
  rest: { object: 'document', rare: true, fields: 'data nodes' },
  fields: (t) => ({
    data: t.expose('data', {
      type: DocumentData,
      description: 'Metadata of the document: `schemaVersion`.',
    }),
    nodes: t.expose('nodes', {
      type: DocumentBlocks,
      description: 'The blocks at the top, with those in them.',
    }),
  }),
});
