import { builder } from '../../builder.ts';
import { ComputedContentType } from './computed-content.ts';
import { computedSource } from './computed-source.ts';
import { GitOriginType } from './git-origin.ts';
import { documentFields, PageUrls } from './page-parts.ts';
import type { PageNode } from './page-node.ts';
import { PageInterface, pageIdField, pathFields } from './page.ts';
import { textFields, textParameters } from './text-fields.ts';
import { VariablesScalar } from './variables-scalar.ts';

export const DocumentPage = builder.objectRef<PageNode>('DocumentPage');

builder.node(DocumentPage, {
  id: pageIdField,
  description: 'A page with text of its own.',
  interfaces: [PageInterface],
  rest: {
    fields: `
      id: pageId type title emoji icon hidden slug path createdAt updatedAt pages: pageTree(metadata: $metadata, computed: $computed)
      urls { app } description noIndex noRobotsIndex layout { ...PageLayout } cover { ...PageCover }
      variables git @include(if: $metadata) { oid path } computed computedSeed
      markdown(ifFormat: $format, evaluated: $evaluated)
      document(ifFormat: $format, evaluated: $evaluated)`,
    parameters: textParameters,
  },
  fields: (t) => ({
    ...pathFields(t),
    ...documentFields(t),
    urls: t.field({ type: PageUrls, description: 'URLs of the page.', resolve: (page) => page }),
    noIndex: t.boolean({
      description: 'Whether the site search omits it.',
      resolve: ({ entry }) => entry.noIndex ?? false,
    }),
    variables: t.field({
      type: VariablesScalar,
      nullable: true,
      description: 'Variables by name, for expressions in the page.',
      resolve: ({ entry }) => entry.variables ?? null,
    }),
    computed: t.field({
      type: ComputedContentType,
      nullable: true,
      description: 'Source of a computed text; null for other pages.',
      resolve: ({ entry }) => (entry.computed ? computedSource(entry.computed, 'document') : null),
    }),
    computedSeed: t.string({
      nullable: true,
      description:
        'Identifies the state of the source that a computed page was last made from: another seed means another text.',
      resolve: ({ entry }) => (entry.computed ? (entry.computed.seed ?? '') : null),
    }),
    git: t.field({
      type: GitOriginType,
      nullable: true,
      description: 'The file that it was imported from; null if it was not imported.',
      resolve: ({ entry }) => entry.git ?? null,
    }),
    ...textFields(t, (page) => page),
  }),
});
