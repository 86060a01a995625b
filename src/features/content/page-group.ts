import { builder } from '../../builder.ts';
import { computedParameter, metadataParameter } from './content-parameters.ts';
import type { PageNode } from './page-node.ts';
import { PageUrls } from './page-parts.ts';
import { PageInterface, pageIdField, pathFields } from './page.ts';

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
    ...pathFields(t),
    urls: t.field({ type: PageUrls, description: 'URLs of the page.', resolve: (page) => page }),
  }),
});
