import { builder } from '../../builder.ts';
import { sql } from '../../database/database.ts';
import { connectionField } from '../../pagination/connection-field.ts';
import { commentArguments, CommentConnection, declareComments } from '../comments/comment-lists.ts';
import type { PageDiffEntry as Change } from '../../revisions/changes/content-diff-entry.ts';
import type { ChangeNode } from './comparison.ts';
import { PageChange } from './page-change.ts';

type PageChangeNode = ChangeNode<Change>;

const CommentableTarget = builder.objectRef<PageChangeNode>('CommentableTarget').implement({
  description: 'Target for a comment on a change, in the form that `createComment` accepts.',
  fields: (t) => ({
    spaceId: t.id({
      description: 'Id of the space.',
      resolve: ({ comparison }) => comparison.to.spaceId,
    }),
    changeRequestId: t.id({
      nullable: true,
      description: 'Id of the change request; null for the primary content.',
      resolve: ({ comparison }) => comparison.changeRequestId,
    }),
    page: t.id({
      nullable: true,
      description:
        'Id of the page; null if the page was deleted from the primary content, as it accepts no comments then. Comments on pages that a change request deletes are outdated.',
      resolve: ({ comparison: { changeRequestId }, change: { id, after } }) =>
        after !== null || changeRequestId !== null ? id : null,
    }),
  }),
});

/** The comments on a page, in a change request or on the primary content of a space. */
const pageComments = declareComments(
  'PageChange.comments',
  (place) => sql`(t.space_id = split_part(${place}, ' ', 1)
    AND t.change_request_id IS NOT DISTINCT FROM NULLIF(split_part(${place}, ' ', 2), '')
    AND t.page_id = split_part(${place}, ' ', 3))`,
);

builder.interfaceFields(PageChange, (t) => ({
  comments: t.field({
    type: CommentConnection,
    description:
      'The comments on the page in the place where the change is discussed, newest first: in its change request, otherwise on the primary content.',
    args: { ...commentArguments(t.arg), ...t.arg.connectionArgs() },
    ...connectionField(pageComments, {
      idOf: ({ comparison: { to, changeRequestId }, change: { id } }: PageChangeNode) =>
        `${to.spaceId} ${changeRequestId ?? ''} ${id}`,
    }),
  }),
  commentTarget: t.field({
    type: CommentableTarget,
    description: 'Target for comments on the change.',
    resolve: (node) => node,
  }),
}));
