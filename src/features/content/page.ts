import { enumType } from '../../builder/declare-types.ts';
import { builder, type FieldBuilder } from '../../builder.ts';
import { computedParameter, metadataParameter, WHOLE_CONTENT_COST } from './content-parameters.ts';
import { PageTreeScalar } from './content-scalars.ts';
import { childPagesOf, isAsSource, type PageNode } from './page-node.ts';
import { pageResources } from './page-resource.ts';
import { stateId } from '../../lib/state-id.ts';
import type { PageEntry } from '../../revisions/store/entry.ts';

/** Number of pages that the cost of an operation assumes for a list of pages. */
export const PAGES_EXPECTED = 20;

const pageTypes = {
  document: 'DocumentPage',
  group: 'PageGroup',
  link: 'PageLink',
} as const satisfies Record<PageEntry['type'], string>;

export const PageType = enumType('PageType', 'Type of the page.', {
  document: 'A page with text of its own.',
  group: 'A group of pages, shown as a heading.',
  link: 'An entry that links to something else.',
  computed:
    'A page that is computed, with those below it. Reads show it as a document, unless they ' +
    'ask for no computed content: see `ComputedPage`.',
});

/** Returns the type of a page. That of a computed page depends on what it shows. */
export function pageTypeOf(page: PageNode): string {
  return isAsSource(page) ? 'ComputedPage' : pageTypes[page.entry.type];
}

/** Options of the `id` of every page type. */
export const pageIdField = {
  description: 'Identifier of the page in this revision, `page_…@rev_…`.',
  resolve: ({ revision, entry }: PageNode) => stateId(entry.id, revision),
};

/** Declares the place of a page that has an address. */
export const pathFields = (t: FieldBuilder<PageNode>) => ({
  slug: t.string({
    description: 'Last segment of the path, unique among siblings.',
    resolve: ({ entry }) => entry.slug,
  }),
  path: t.string({
    description: 'The slugs from the top down, joined by `/`.',
    resolve: ({ tree, entry }) => tree.path(entry.id),
  }),
});

export const PageInterface = builder.interfaceRef<PageNode>('Page');

PageInterface.implement({
  description:
    'A page in a revision. Immutable: `id` names the page in this revision, `pageId` the page in ' +
    'all revisions.',
  interfaces: [builder.nodeInterfaceRef()],
  resolveType: pageTypeOf,
  fields: (t) => ({
    pageId: t.id({
      description:
        'Identifier that the page keeps when it is edited or moved, `page_…`; unique in a ' +
        'revision. Arguments, inputs and `/v1` take it.',
      resolve: ({ entry }) => entry.id,
    }),
    type: t.field({
      type: PageType,
      description: 'Type of the page.',
      resolve: (page) => (isAsSource(page) ? 'computed' : page.entry.type),
    }),
    title: t.string({ description: 'Title.', resolve: ({ entry }) => entry.title }),
    emoji: t.string({
      nullable: true,
      description: 'Emoji before the title.',
      resolve: ({ entry }) => entry.emoji ?? null,
    }),
    icon: t.string({
      nullable: true,
      description: 'Name of the icon before the title.',
      resolve: ({ entry }) => entry.icon ?? null,
    }),
    hidden: t.boolean({
      description: 'Whether the table of contents omits it.',
      resolve: ({ entry }) => entry.hidden ?? false,
    }),
    slug: t.string({
      nullable: true,
      description: 'Last segment of the path, unique among siblings; null for a link.',
      resolve: ({ entry }) => (entry.type === 'link' ? null : entry.slug),
    }),
    path: t.string({
      nullable: true,
      description: 'The slugs from the top down, joined by `/`; null for a link.',
      resolve: ({ tree, entry }) => (entry.type === 'link' ? null : tree.path(entry.id)),
    }),
    condition: t.string({
      nullable: true,
      description:
        'Expression on `visitor.claims` that decides whether a visitor sees it; null for all.',
      resolve: ({ entry }) => entry.condition ?? null,
    }),
    createdAt: t.field({
      type: 'DateTime',
      description: 'When it first appeared in a revision.',
      resolve: ({ entry }) => new Date(entry.createdAt),
    }),
    updatedAt: t.field({
      type: 'DateTime',
      description: 'When a revision last changed it.',
      resolve: ({ entry }) => new Date(entry.updatedAt),
    }),
    pages: t.field({
      type: [PageInterface],
      description: 'The pages below it, in order.',
      complexity: { field: 1, multiplier: PAGES_EXPECTED },
      resolve: (page) => (isAsSource(page) ? [] : childPagesOf(page, page.entry.id)),
    }),
    pageTree: t.field({
      type: PageTreeScalar,
      description: 'The page tree below this page, in the form of `/v1`, without texts.',
      args: {
        metadata: t.arg.boolean({ defaultValue: true, description: metadataParameter.description }),
        computed: t.arg.boolean({ defaultValue: true, description: computedParameter.description }),
      },
      complexity: WHOLE_CONTENT_COST,
      resolve: (page, { metadata, computed }, { addresses }) =>
        isAsSource(page)
          ? []
          : pageResources(page, page.entry.id, {
              addresses,
              metadata: metadata ?? true,
              computed: computed ?? true,
            }),
    }),
  }),
});
