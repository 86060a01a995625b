import { builder } from '../../builder.ts';
import { ComputedContentType } from './computed-content.ts';
import { computedSource } from './computed-source.ts';
import type { ComputedPageNode } from './page-node.ts';
import { PageInterface, pathFields } from './page.ts';
import { sourceStateId } from '../../lib/state-id.ts';

builder.node(builder.objectRef<ComputedPageNode>('ComputedPage'), {
  id: {
    description:
      'Identifier of what the page is made of in this revision, `page_…@rev_….source`. That of ' +
      'the document ends with the revision.',
    resolve: ({ revision, entry }) => sourceStateId(entry.id, revision),
  },
  description:
    'A page that is computed, as what it is made of: without its text and the pages below it. ' +
    'Reads show it as a `DocumentPage`, unless they ask for no computed content.',
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
