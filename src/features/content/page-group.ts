import { builder } from '../../builder.ts';
import { computedParameter, metadataParameter } from './content-parameters.ts';
import type { PageNode } from './page-node.ts';
import { PageUrls } from './page-parts.ts';
import { PageInterface, pageIdField } from './page.ts';

builder.node(builder.objectRef<PageNode>('PageGroup'), {
  id: pageIdField,
  description: 'A group of pages, shown as a heading, without text.',
  interfaces: [PageInterface],
  rest: {
    fields: `
      id: pageId type title emoji icon hidden slug path createdAt updatedAt pages: pageTree(metadata: $metadata, computed: $computed)
      urls { app }`,
    parameters: { metadata: metadataParameter, computed: computedParameter },
  },
  fields: (t) => ({
    slug: t.string({
      description: 'Last segment of the path, unique among siblings.',
      resolve: ({ entry }) => entry.slug,
    }),
    path: t.string({
      description: 'The slugs from the top down, joined by `/`.',
      resolve: ({ tree, entry }) => tree.path(entry.id),
    }),
    urls: t.field({ type: PageUrls, description: 'URLs of the page.', resolve: (page) => page }),
  }),
});
