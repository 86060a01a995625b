import { builder, type Row } from '../../builder.ts';
import type { Context } from '../../context.ts';
import type { DocumentTree } from '../../document/document-tree.ts';
import { parseStateId } from '../../lib/state-id.ts';
import { shownDocument } from '../content/evaluate-text.ts';
import { pageTreeOf, reusableContentsOf } from '../content/load-content.ts';
import { loadHead } from '../content/load-head.ts';
import { DOCUMENT_COST, PageDocument } from '../content/page-document.ts';
import { loadRevision } from './space-revisions.ts';

builder.prismaObjectFields('Space', (t) => ({
  document: t.field({
    type: PageDocument,
    nullable: true,
    description:
      'The text of a page or a reusable content as a tree of blocks; null when there is none.',
    args: {
      documentId: t.arg.id({
        required: true,
        description:
          'Id of a page or a reusable content of the primary content, or of its state in a ' +
          'revision: `page_…`, `page_…@rev_…`.',
      }),
    },
    rest: { route: 'GET /documents/{documentId}', operationId: 'getDocumentById' },
    complexity: DOCUMENT_COST,
    resolve: (space, { documentId }, context) => loadDocument(context, space, documentId),
  }),
}));

/** Loads the text of a page or a reusable content of a space; null if there is none. */
export async function loadDocument(
  context: Context,
  space: Row<'Space'>,
  documentId: string,
): Promise<DocumentTree | null> {
  const state = parseStateId(documentId);
  const revision = await (state
    ? loadRevision(context, space.id, state.revisionId)
    : loadHead(context, space));
  if (!revision) return null;
  const id = state?.lastingId ?? documentId;
  const entry =
    (await pageTreeOf(context, revision)).page(id) ??
    (await reusableContentsOf(context, revision)).find((content) => content.id === id);
  return entry ? shownDocument(context, { revision, entry }, {}) : null;
}
