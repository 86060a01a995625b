import './computed-page.ts';
import './document-page.ts';
import './page-group.ts';
import './page-link.ts';
import { builder, type Row } from '../../builder.ts';
import type { Context } from '../../context.ts';
import { registerContentNodes } from './content-nodes.ts';
import { computedParameter, metadataParameter, WHOLE_CONTENT_COST } from './content-parameters.ts';
import { PageTreeScalar } from './content-scalars.ts';
import { shownDocument } from './evaluate-text.ts';
import { lastingIdArgument } from '../../lib/lasting-id.ts';
import { pageTreeOf } from './load-content.ts';
import { DOCUMENT_COST, PageDocument } from './page-document.ts';
import { childPagesOf, isAsSource, type PageNode } from './page-node.ts';
import { pageResources } from './page-resource.ts';
import { PageInterface, PAGES_EXPECTED, pageTypeOf } from './page.ts';
import { isComputedRoot } from './edit/place-computed-pages.ts';
import { evaluationArgs } from './text-fields.ts';
import type { PageEntry, Redirects } from '../../revisions/store/entry.ts';
import type { PageTree as RevisionTree } from '../../revisions/store/page-tree.ts';

const COMPUTED_PAGE_DESCRIPTION =
  'Whether to generate computed content. If false, a computed page is a `ComputedPage`, and the pages below it are omitted.';

builder.prismaObjectFields('Revision', (t) => ({
  pageCount: t.exposeInt('pageCount', { description: 'Number of pages, at all levels.' }),
  pages: t.field({
    type: [PageInterface],
    description: 'The top-level pages, in order; their children are below them.',
    complexity: { field: 1, multiplier: PAGES_EXPECTED },
    resolve: async (revision, _args, context) =>
      childPagesOf({ revision, tree: await pageTreeOf(context, revision) }, null),
  }),
  pageTree: t.field({
    type: PageTreeScalar,
    description: 'All pages with those below them, as `/v1` shows them without their text.',
    args: {
      metadata: t.arg.boolean({ defaultValue: true, description: metadataParameter.description }),
      computed: t.arg.boolean({ defaultValue: true, description: computedParameter.description }),
    },
    rest: {
      route: 'GET /pages',
      operationId: {
        Space: 'listPages',
        'Space.revision': 'listPagesInRevisionById',
        ChangeRequest: 'listPagesInChangeRequest',
      },
      as: 'pages',
    },
    complexity: WHOLE_CONTENT_COST,
    resolve: async (revision, { metadata, computed }, context) => {
      const tree = await pageTreeOf(context, revision);
      return pageResources({ revision, tree }, null, {
        addresses: context.addresses,
        metadata: metadata ?? true,
        computed: computed ?? true,
      });
    },
  }),
  page: t.field({
    type: PageInterface,
    nullable: true,
    description: 'A page by its id.',
    args: {
      id: t.arg.id({ required: true, description: 'Id of the page.', validate: lastingIdArgument }),
      computed: t.arg.boolean({ defaultValue: true, description: COMPUTED_PAGE_DESCRIPTION }),
    },
    rest: {
      route: 'GET /page/{pageId}',
      operationId: {
        Space: 'getPageById',
        'Space.revision': 'getPageInRevisionById',
        ChangeRequest: 'getPageInChangeRequestById',
      },
    },
    resolve: async (revision, { id, computed }, context) => {
      const page = await findPage(context, revision, (tree) => tree.page(id));
      return page && applyComputedFlag(page, { computed: computed ?? true });
    },
  }),
  pageDocument: t.field({
    type: PageDocument,
    nullable: true,
    description: 'The text of a page as a tree of blocks; null when the page has none.',
    args: {
      pageId: t.arg.id({
        required: true,
        description: 'Id of the page.',
        validate: lastingIdArgument,
      }),
      ...evaluationArgs,
    },
    rest: {
      route: 'GET /page/{pageId}/document',
      operationId: { 'Space.revision': 'getPageDocumentInRevisionById' },
      titles: {
        getSpaceContentPageDocument: 'Get page document',
        getSpaceChangeRequestContentPageDocument: 'Get page document in change request',
      },
      without: ['claims'],
    },
    complexity: DOCUMENT_COST,
    resolve: async (revision, { pageId, ...shownAs }, context) => {
      const page = await findPage(context, revision, (tree) => tree.page(pageId));
      return page && shownDocument(context, page, shownAs);
    },
  }),
  pageByPath: t.field({
    type: PageInterface,
    nullable: true,
    description: 'The document or group at a path, or the target of a redirect from the path.',
    args: {
      pagePath: t.arg.string({
        required: true,
        description: 'Slugs joined by `/`; the empty path is the first document.',
      }),
      computed: t.arg.boolean({ defaultValue: true, description: COMPUTED_PAGE_DESCRIPTION }),
    },
    rest: {
      route: 'GET /path/{pagePath+}',
      operationId: {
        Space: 'getPageByPath',
        'Space.revision': 'getPageInRevisionByPath',
        ChangeRequest: 'getPageInChangeRequestByPath',
      },
    },
    resolve: async (revision, { pagePath, computed }, context) => {
      const page = await findPage(
        context,
        revision,
        (tree) => tree.atPath(pagePath) ?? tree.page(redirectAt(revision, pagePath)),
      );
      return page && applyComputedFlag(page, { computed: computed ?? true });
    },
  }),
}));

/**
 * Returns a page as the page tree shows it. Without computed content, a computed page shows its
 * origin, and its descendants are omitted (null).
 */
function applyComputedFlag(page: PageNode, { computed }: { computed: boolean }): PageNode | null {
  if (computed || !page.entry.computed) return page;
  return isComputedRoot(page.entry) ? { ...page, asSource: true } : null;
}

/** Returns the id of the page that a path redirects to; '' if there is none. */
function redirectAt(revision: Row<'Revision'>, pagePath: string): string {
  const redirects = revision.redirects as Redirects;
  const path = pagePath.replace(/^\/+|\/+$/g, '');
  return Object.hasOwn(redirects, path) ? (redirects[path] ?? '') : '';
}

async function findPage(
  context: Context,
  revision: Row<'Revision'>,
  find: (tree: RevisionTree) => PageEntry | undefined,
): Promise<PageNode | null> {
  const tree = await pageTreeOf(context, revision);
  const entry = find(tree);
  return entry ? { revision, tree, entry } : null;
}

registerContentNodes(
  'Page',
  async (context, revision, { lastingId, asSource }) => {
    const page = await findPage(context, revision, (tree) => tree.page(lastingId));
    if (!page || !asSource) return page;
    const shown = applyComputedFlag(page, { computed: false });
    return shown && isAsSource(shown) ? shown : null;
  },
  pageTypeOf,
);
