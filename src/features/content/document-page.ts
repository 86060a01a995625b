import { builder } from '../../builder.ts';
import { addToAnswer } from './answer-size.ts';
import { computedParameter, evaluatedParameter, metadataParameter } from './content-parameters.ts';
import { DocumentFormat, formatParameter, IF_FORMAT_DESCRIPTION } from './document-format.ts';
import { GitOrigin } from './git-origin.ts';
import { documentOf, markdownOf } from './load-content.ts';
import { DOCUMENT_COST } from './page-document.ts';
import { layoutDefaults, PageCover, PageLayout, PageUrls } from './page-parts.ts';
import type { PageNode } from './page-node.ts';
import { Page } from './page.ts';

builder.objectRef<PageNode>('DocumentPage').implement({
  description: 'A page with text of its own.',
  interfaces: [Page],
  rest: {
    fields: `
      id type title emoji icon hidden slug path createdAt updatedAt pages: pageTree(metadata: $metadata, computed: $computed)
      urls { app } description noIndex noRobotsIndex layout { ...PageLayout } cover { ...PageCover }
      variables git @include(if: $metadata) { oid path }
      markdown(ifFormat: $format) document(ifFormat: $format)`,
    parameters: {
      metadata: metadataParameter,
      computed: computedParameter,
      format: formatParameter,
      evaluated: evaluatedParameter,
    },
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
    urls: t.field({ type: PageUrls, description: 'Addresses.', resolve: (page) => page }),
    description: t.string({
      nullable: true,
      description: 'What the page is about, in a sentence.',
      resolve: ({ entry }) => entry.description ?? null,
    }),
    noIndex: t.boolean({
      description: 'Whether the search of the site leaves it out.',
      resolve: ({ entry }) => entry.noIndex ?? false,
    }),
    noRobotsIndex: t.boolean({
      description: 'Whether search engines are asked to leave it out.',
      resolve: ({ entry }) => entry.noRobotsIndex ?? false,
    }),
    layout: t.field({
      type: PageLayout,
      description: 'What of the page and its surroundings is shown.',
      resolve: ({ entry }) => ({ ...layoutDefaults, ...entry.layout }),
    }),
    cover: t.field({
      type: PageCover,
      nullable: true,
      description: 'The picture above the page.',
      resolve: ({ entry }) => entry.cover ?? null,
    }),
    variables: t.field({
      type: 'JSON',
      nullable: true,
      description: 'Variables by name, for expressions in the page.',
      resolve: ({ entry }) => entry.variables ?? null,
    }),
    git: t.field({
      type: GitOrigin,
      nullable: true,
      description: 'The file that it came from; null when it was not imported.',
      resolve: ({ entry }) => entry.git ?? null,
    }),
    markdown: t.string({
      nullable: true,
      description:
        'The text, byte for byte as it was stored, without its front matter; null for a page ' +
        'that is only a heading over its pages. Links are as they were written.',
      args: { ifFormat: t.arg({ type: DocumentFormat, description: IF_FORMAT_DESCRIPTION }) },
      complexity: 5,
      resolve: async ({ entry }, { ifFormat }, context) => {
        if ((ifFormat ?? 'markdown') !== 'markdown') return null;
        const markdown = await markdownOf(context, entry);
        addToAnswer(context, markdown?.length ?? 0);
        return markdown;
      },
    }),
    document: t.field({
      type: 'JSON',
      nullable: true,
      description:
        'The text as a tree of blocks, made from the markdown; null for a page without text. ' +
        'Links are as they were written.',
      args: { ifFormat: t.arg({ type: DocumentFormat, description: IF_FORMAT_DESCRIPTION }) },
      complexity: DOCUMENT_COST,
      resolve: ({ entry }, { ifFormat }, context) =>
        (ifFormat ?? 'document') === 'document' ? documentOf(context, entry) : null,
    }),
  }),
});
