import { builder } from '../../builder.ts';
import type { PageNode } from './page-node.ts';
import { ContentRefType } from './page-parts.ts';
import { PageInterface, pageIdField } from './page.ts';

builder.node(builder.objectRef<PageNode>('PageLink'), {
  id: pageIdField,
  description: 'An entry of the table of contents that links to something else.',
  interfaces: [PageInterface],
  rest: {
    fields: `id: pageId type title emoji icon hidden createdAt updatedAt target { ...ContentRef } href`,
  },
  fields: (t) => ({
    target: t.field({
      type: ContentRefType,
      description: 'Kind of the target.',
      resolve: ({ entry }) => {
        if (!entry.target) throw new Error(`The link ${entry.id} has no target.`);
        return entry.target;
      },
    }),
    href: t.string({
      nullable: true,
      description: 'Target URL; null for a page or a file.',
      resolve: ({ entry }) => (entry.target?.kind === 'url' ? entry.target.url : null),
    }),
  }),
});
