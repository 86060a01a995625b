import { builder } from '../../builder.ts';
import { sql } from '../../database/database.ts';
import { connectionField } from '../../builder/connection-field.ts';
import { commentList } from '../comments/comment-lists.ts';
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

connectionField('PageChange.comments', {
  ...commentList,
  description:
    'The comments on the page in the place where the change is discussed, newest first: in its change request, otherwise on the primary content.',
  of: (place) => sql`(t.space_id = split_part(${place}, ' ', 1)
    AND t.change_request_id IS NOT DISTINCT FROM NULLIF(split_part(${place}, ' ', 2), '')
    AND t.page_id = split_part(${place}, ' ', 3))`,
  idOf: ({ comparison: { to, changeRequestId }, change: { id } }: PageChangeNode) =>
    `${to.spaceId} ${changeRequestId ?? ''} ${id}`,
});

builder.interfaceFields(PageChange, (t) => ({
  commentTarget: t.field({
    type: CommentableTarget,
    description: 'Target for comments on the change.',
    resolve: (node) => node,
  }),
}));
