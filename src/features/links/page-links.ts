import { builder, type Row } from '../../builder.ts';
import type { Context } from '../../context.ts';
import { listField } from '../../pagination/list-field.ts';
import { File, type FileNode } from '../content/file.ts';
import type { PageNode } from '../content/page-node.ts';
import { PageInterface } from '../content/page.ts';
import { backlinksOfPage, backlinksWithin, type Backlink } from './backlinks.ts';
import { LinkSourceType } from './content-reference.ts';
import { linkArguments, LinkConnection, linksField } from './link-connection.ts';
import { canShowContexts } from './version-contexts.ts';

const BacklinkConnection = builder.connectionObject(
  {
    type: LinkSourceType,
    name: 'BacklinkConnection',
    description: 'Pages that link to a target: each once, pages of other spaces last.',
  },
  { name: 'BacklinkEdge', description: 'A page that links to something, in a list.' },
);

type KeyedBacklink = Backlink & { key: string };

/** Sorts own content first, then by space. */
function keyed(own: Row<'Revision'>, backlinks: readonly Backlink[]): KeyedBacklink[] {
  const showsContext = canShowContexts(backlinks.map(({ revision }) => revision));
  return backlinks.map((backlink) => {
    const { spaceId } = backlink.revision;
    const key = `${spaceId === own.spaceId ? '' : spaceId} ${backlink.entry.id}`;
    return { ...backlink, key, showsContext };
  });
}

builder.interfaceFields(PageInterface, (t) => ({
  links: t.field({
    type: LinkConnection,
    description:
      'Links of the page: in its text, by its cover, and as a link page. Code contains no links.',
    rest: {
      route: 'GET /links',
      operationId: {
        Space: 'listPageLinksInSpace',
        'Space.revision': 'listPageLinksInRevision',
        ChangeRequest: 'listPageLinksInChangeRequest',
      },
    },
    args: { ...linkArguments(t.arg), ...t.arg.connectionArgs() },
    ...linksField<PageNode>('Page.links', {
      revisionOf: ({ revision }) => revision,
      select: (graph, { entry }) => graph.usagesIn(entry.id),
    }),
  }),
  backlinks: t.field({
    type: BacklinkConnection,
    description:
      'Links to the page from the same content, and from the primary content of other spaces visible to the viewer. Links of the page to itself are omitted.',
    rest: {
      route: 'GET /backlinks',
      operationId: {
        Space: 'listSpacePageBacklinks',
        'Space.revision': 'listRevisionPageBacklinks',
        ChangeRequest: 'listChangeRequestPageBacklinks',
      },
    },
    args: t.arg.connectionArgs(),
    ...listField<PageNode, KeyedBacklink, Context>({
      name: 'Page.backlinks',
      load: async (page, context) => keyed(page.revision, await backlinksOfPage(context, page)),
      keyOf: ({ key }) => key,
    }),
  }),
}));

builder.objectFields(File, (t) => ({
  backlinks: t.field({
    type: BacklinkConnection,
    description: 'Links to the file, and places that show it, in the same content.',
    rest: {
      route: 'GET /backlinks',
      operationId: {
        Space: 'listSpaceFileBacklinks',
        'Space.revision': 'listRevisionFileBacklinks',
        ChangeRequest: 'listChangeRequestFileBacklinks',
      },
    },
    args: t.arg.connectionArgs(),
    ...listField<FileNode, KeyedBacklink, Context>({
      name: 'File.backlinks',
      load: async ({ revision, id }, context) =>
        keyed(revision, await backlinksWithin(context, revision, id)),
      keyOf: ({ key }) => key,
    }),
  }),
}));
