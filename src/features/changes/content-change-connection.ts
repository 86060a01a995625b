import { builder, type ArgumentBuilder } from '../../builder.ts';
import type { Context } from '../../context.ts';
import type { ContentDiffEntry as Change } from '../../revisions/changes/content-diff-entry.ts';
import { filterChanges, type ChangeFilter } from '../../revisions/changes/filter-changes.ts';
import { changesBetween } from '../content/load-changes.ts';
import { metadataParameter } from '../content/content-parameters.ts';
import { lastingIdArgument } from '../../lib/lasting-id.ts';
import { Revision } from '../content/revision.ts';
import { ChangeRequest } from '../change-requests/change-request.ts';
import { changeRequestSource } from '../change-requests/change-request-source.ts';
import { pageOfList } from '../../pagination/list-field.ts';
import {
  pageRequest,
  pageSizeOf,
  type ConnectionArguments,
} from '../../pagination/page-request.ts';
import type { ChangeNode, Comparison } from './comparison.ts';
import { ContentChange, ContentChangeType } from './content-change.ts';

/** Default page size of changes on `/v1` (interface). */
export const REST_CHANGES_DEFAULT = 10;

/** Cost of finding the changes, besides the cost of those in the page. */
const COMPARISON_COST = 50;

type ChangePage = ReturnType<typeof pageOfList<ChangeNode>> & {
  comparison: Comparison;
  /** All changes that pass the filters. */
  changes: readonly Change[];
};

interface TypeCount {
  type: Change['type'];
  count: number;
}

const ContentChangeCount = builder.objectRef<TypeCount>('ContentChangeCount').implement({
  description: 'Number of changes of one type.',
  fields: (t) => ({
    type: t.expose('type', { type: ContentChangeType, description: 'The type.' }),
    count: t.exposeInt('count', {
      description: 'Number of changes of the type in the whole list.',
    }),
  }),
});

export const ContentChangeConnection = builder.connectionObject(
  {
    type: ContentChange,
    name: 'ContentChangeConnection',
    description:
      'The differences between two states of content: pages, then reusable contents, then files, each in the order of their ids, then values of the whole content.',
    rest: { fields: 'mergedFrom { ...ChangeRequest } changes: nodes { ...ContentChange } more' },
    fields: (t) => ({
      from: t.field({
        type: Revision,
        nullable: true,
        description: 'The old content; null if there is none, as for the first revision.',
        resolve: (page) => changePage(page).comparison.from,
      }),
      to: t.field({
        type: Revision,
        description: 'The new content.',
        resolve: (page) => changePage(page).comparison.to,
      }),
      mergedFrom: t.field({
        type: ChangeRequest,
        nullable: true,
        description:
          'The change request whose merge produced the new content from the old; null for other changes.',
        resolve: (page, _args, { loaders }) => {
          const { from, to } = changePage(page).comparison;
          if (to.mergedFromId === null || from?.id !== to.parentIds[0]) return null;
          return loaders.one(changeRequestSource, to.mergedFromId);
        },
      }),
      more: t.int({
        nullable: true,
        description: 'Number of changes after this page; null for none.',
        resolve: (page) => changePage(page).followingCount || null,
      }),
      counts: t.field({
        type: [ContentChangeCount],
        description:
          'Number of changes of each type in the whole list; types without changes are omitted.',
        resolve: (page) => countsOf(changePage(page).changes),
      }),
    }),
  },
  { name: 'ContentChangeEdge', description: 'A change in a list.' },
);

/** Casts the value in a connection's fields to what its resolver returned. */
function changePage(page: unknown): ChangePage {
  return page as ChangePage;
}

function countsOf(changes: readonly Change[]): TypeCount[] {
  const counts = new Map<Change['type'], number>();
  for (const { type } of changes) counts.set(type, (counts.get(type) ?? 0) + 1);
  return [...counts].map(([type, count]) => ({ type, count }));
}

/** Declares the arguments of a list of changes. */
export const changeArguments = (arg: ArgumentBuilder) => ({
  types: arg({ type: [ContentChangeType], description: 'Only changes of these types.' }),
  pageId: arg.id({
    description: 'Only changes of the page with this id.',
    validate: lastingIdArgument,
  }),
  reusableContentId: arg.id({
    description: 'Only changes of the reusable content with this id.',
    validate: lastingIdArgument,
  }),
  fileId: arg.id({
    description: 'Only changes of the file with this id.',
    validate: lastingIdArgument,
  }),
  metadata: arg.boolean({
    defaultValue: true,
    description: `${metadataParameter.description} If false, a changed origin is not a change.`,
  }),
});

/**
 * Returns the field options of a list of changes between two contents. Spread them into
 * `t.field`, beside `t.arg.connectionArgs()`.
 *
 * @param name identifies the list in cursors
 * @param compare returns the contents; null if the viewer may not see one of them
 */
export function changesField<
  Parent,
  Compared extends Comparison | null = Comparison,
  Args = object,
>(name: string, compare: (context: Context, parent: Parent, args: Args) => Promise<Compared>) {
  return {
    complexity: (args: ConnectionArguments) => ({
      field: COMPARISON_COST,
      multiplier: pageSizeOf(args),
    }),
    resolve: async (
      parent: Parent,
      args: ConnectionArguments & ChangeFilter & Args,
      context: Context,
    ): Promise<ChangePage | Extract<Compared, null>> => {
      const request = pageRequest(args, context.pageSizeMax);
      const comparison = await compare(context, parent, args);
      if (comparison === null) return comparison as Extract<Compared, null>;
      const all = await changesBetween(context, comparison.from, comparison.to);
      const changes = filterChanges(all, args);
      const page = pageOfList(name, changes, ({ key }) => key, request);
      const edges = page.edges.map(({ cursor, node }) => ({
        cursor,
        node: { comparison, change: node },
      }));
      return { ...page, edges, comparison, changes };
    },
  };
}
