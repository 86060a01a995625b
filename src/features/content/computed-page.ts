import { builder } from '../../builder.ts';
import { ComputedContentType } from './computed-content.ts';
import { computedSource } from './computed-source.ts';
import type { ComputedPageNode } from './page-node.ts';
import { PageInterface, pathFields } from './page.ts';
import { sourceStateId } from '../../lib/state-id.ts';

builder.node(builder.objectRef<ComputedPageNode>('ComputedPage'), {
  id: {
    description:
      'Identifier of the definition of the page in this revision, `page_…@rev_….source`. The id of its document ends with the revision.',
    resolve: ({ revision, entry }) => sourceStateId(entry.id, revision),
  },
  description:
    'The definition of a computed page, without its text and the pages below it. Reads return a `DocumentPage` instead, unless `computed` is false.',
  interfaces: [PageInterface],
  rest: { fields: 'id: pageId type title emoji icon hidden slug createdAt updatedAt computed' },
  fields: (t) => ({
    ...pathFields(t),
    computed: t.field({
      type: ComputedContentType,
      // Nullable like that of a document: a selection of both must have one type.
      nullable: true,
      description: 'Source of the computed page. Never null.',
      resolve: ({ entry }) => computedSource(entry.computed, 'page'),
    }),
  }),
});
