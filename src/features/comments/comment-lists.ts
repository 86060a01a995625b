import { connectionType } from '../../builder/declare-types.ts';
import { z } from 'zod';
import { builder, type ArgumentBuilder } from '../../builder.ts';
import { orderedBy } from '../../builder/list-sorting.ts';
import { sql, type Sql } from '../../database/database.ts';
import { connectionField } from '../../builder/connection-field.ts';
import { visibleWithParent } from '../../pagination/connection.ts';
import { countByStatus } from '../../pagination/count-by-status.ts';
import { childField, counting, type Declarations } from '../../pagination/declared-fields.ts';
import { lastingIdArgument } from '../../lib/lasting-id.ts';
import { loadComment } from './comment-access.ts';
import { commentSource } from './comment-source.ts';
import { CommentStatus, CommentStatusFilter } from './comment-status.ts';
import { Comment } from './comment.ts';

/** Maximum number of authors to filter by. */
const AUTHORS_MAX = 100;

const byTime = orderedBy('postedAt', 'posting time', 'descending');

const commentArguments = (arg: ArgumentBuilder) => ({
  ...byTime.arguments(arg),
  status: arg({
    type: CommentStatusFilter,
    defaultValue: 'all',
    description: 'Only items with this status.',
  }),
  authors: arg.idList({
    description: 'Only items by the users with these ids.',
    validate: z.array(z.string()).max(AUTHORS_MAX).nullish(),
  }),
});

interface Filter {
  status?: 'all' | 'open' | 'resolved' | null | undefined;
  targetPage?: string | null | undefined;
  authors?: readonly string[] | null | undefined;
}

/** The parts that all lists of comments share. */
export const commentList = {
  type: connectionType(Comment, 'comment'),
  source: commentSource,
  arguments: commentArguments,
  order: byTime.order,
  filter: ({ status, targetPage, authors }: Filter) => [
    ...(status && status !== 'all' ? [sql`t.status = ${status}`] : []),
    ...((targetPage ?? null) !== null ? [sql`t.page_id = ${targetPage}`] : []),
    ...(authors ? [sql`t.posted_by_id = ANY(${[...authors]}::text[])`] : []),
  ],
};

/** The lists of a space or a change request, whose viewers see all comments on it. */
const contentComments = {
  ...commentList,
  visibleBelow: visibleWithParent,
  arguments: (arg: ArgumentBuilder) => ({
    ...commentArguments(arg),
    targetPage: arg.id({
      description: 'Only those about the page with this id.',
      validate: lastingIdArgument,
    }),
  }),
};

const onPrimaryContent = (spaceId: Sql) =>
  sql`(t.space_id = ${spaceId} AND t.change_request_id IS NULL)`;

const spaceComments = connectionField('Space.comments', {
  ...contentComments,
  description: 'The comments on the primary content, newest first.',
  rest: { route: 'GET /comments', operationId: 'listCommentsInSpace' },
  of: onPrimaryContent,
});

const changeRequestComments = connectionField('ChangeRequest.comments', {
  ...contentComments,
  description: 'The comments on the change request, newest first.',
  rest: { route: 'GET /comments', operationId: 'listCommentsInChangeRequest' },
  of: 'changeRequestId',
});

const countArguments = (arg: ArgumentBuilder) => ({
  status: arg({
    type: CommentStatus,
    description: 'Only items with this status; all by default.',
  }),
});

builder.prismaObjectFields('Space', (t) => ({
  comment: t.field({
    type: Comment,
    nullable: true,
    description: 'A comment on the primary content.',
    args: { id: t.arg.id({ required: true, description: 'Id of the comment.' }) },
    rest: { route: 'GET /comments/{commentId}', operationId: 'getCommentInSpace' },
    extensions: {
      child: {
        source: commentSource,
        argument: 'id',
        matches: (id, spaceId) => sql`t.id = ${id} AND ${onPrimaryContent(spaceId)}`,
      },
    } satisfies Declarations,
    resolve: ({ id: spaceId }, { id }, context) => loadComment(context, { spaceId, commentId: id }),
  }),
  // Whoever sees the space or change request sees its comments, so all are counted.
  commentCount: t.int({
    description: 'Number of comments on the primary content.',
    args: countArguments(t.arg),
    ...counting(spaceComments),
    resolve: ({ id }, { status }, context) =>
      countByStatus(
        context,
        'comments on spaces',
        id,
        status,
        (ids) => sql`
          SELECT t.space_id, t.status, count(*)::int FROM comments t
          WHERE t.space_id = ANY(${ids}::text[]) AND t.change_request_id IS NULL
          GROUP BY t.space_id, t.status`,
      ),
  }),
}));

builder.prismaObjectFields('ChangeRequest', (t) => ({
  comment: t.field({
    type: Comment,
    description: 'A comment on the change request.',
    args: { id: t.arg.id({ required: true, description: 'Id of the comment.' }) },
    rest: { route: 'GET /comments/{commentId}', operationId: 'getCommentInChangeRequest' },
    ...childField(commentSource, 'changeRequestId'),
  }),
  commentCount: t.int({
    description: 'Number of comments on the change request.',
    args: countArguments(t.arg),
    ...counting(changeRequestComments),
    resolve: ({ id }, { status }, context) =>
      countByStatus(
        context,
        'comments on change requests',
        id,
        status,
        (ids) => sql`
          SELECT t.change_request_id, t.status, count(*)::int FROM comments t
          WHERE t.change_request_id = ANY(${ids}::text[])
          GROUP BY t.change_request_id, t.status`,
      ),
  }),
}));
