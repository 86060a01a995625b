import { mutationField, writtenField } from '../../builder/mutation-field.ts';
import { builder } from '../../builder.ts';
import { DocumentBodyInput } from './comment-body.ts';
import { changeFields, placeFields } from './comment-input-fields.ts';
import { Comment } from './comment.ts';
import { commentSource } from './comment-source.ts';
import { createComment, newComment } from './create-comment.ts';
import { deleteComment } from './delete-comment.ts';
import { postChanges } from './post-changes.ts';
import { updateComment } from './update-comment.ts';

const TableCellInput = builder.inputType('CommentTableCellInput', {
  description: 'A cell of a table.',
  fields: (t) => ({
    record: t.id({ required: true, description: 'Id of the row.' }),
    definition: t.id({ required: true, description: 'Id of the column.' }),
  }),
});

mutationField('createComment', {
  description:
    'Posts a comment on the content as it is now. Needs the level `comment` on the space.',
  rest: {
    routes: {
      postCommentInSpace: 'POST /v1/spaces/{spaceId}/comments',
      postCommentInChangeRequest:
        'POST /v1/spaces/{spaceId}/change-requests/{changeRequestId}/comments',
    },
    result: 'comment',
  },
  inputDescription: 'Input of `createComment`.',
  inputSchema: newComment,
  inputFields: (t) => ({
    spaceId: t.id({ required: true, description: 'Id of the space.' }),
    changeRequestId: t.id({
      description: 'Change request to comment on, by id or number; else the primary content.',
    }),
    page: t.id({ description: 'Id of the page that it is about; else the whole content.' }),
    node: t.id({ description: 'Key of the node of the page that the comment is about.' }),
    tableCell: t.field({
      type: TableCellInput,
      description: 'Cell that the comment is about, if the node is a table.',
    }),
    body: t.field({ type: DocumentBodyInput, required: true, description: 'Text.' }),
  }),
  resolve: ({ spaceId, changeRequestId, ...input }, context) =>
    createComment(context, { spaceId, changeRequestId }, input),
  payload: (t) => ({ comment: writtenField(t, Comment, 'The new comment.', commentSource) }),
});

mutationField('updateComment', {
  description:
    'Changes a comment. Only its author may change the text; resolving and reacting need the level `comment` on the space. Reactions are those of the viewer.',
  rest: {
    routes: {
      updateCommentInSpace: 'PUT /v1/spaces/{spaceId}/comments/{commentId}',
      updateCommentInChangeRequest:
        'PUT /v1/spaces/{spaceId}/change-requests/{changeRequestId}/comments/{commentId}',
    },
    result: 'comment',
  },
  inputDescription: 'Fields to change. Omitted fields are unchanged.',
  inputSchema: postChanges,
  inputFields: (t) => ({
    ...placeFields(t),
    commentId: t.id({ required: true, description: 'Id of the comment.' }),
    resolved: t.boolean({ description: 'Whether the comment is resolved.' }),
    ...changeFields(t),
  }),
  resolve: ({ spaceId, changeRequestId, commentId, ...changes }, context) =>
    updateComment(context, { spaceId, changeRequestId, commentId }, changes),
  payload: (t) => ({
    comment: writtenField(t, Comment, 'The comment as it is now.', commentSource),
  }),
});

mutationField('deleteComment', {
  description:
    'Deletes a comment with its replies, for its author or with the level `admin` on the space. ' +
    'Succeeds if it does not exist.',
  rest: {
    routes: {
      deleteCommentInSpace: 'DELETE /v1/spaces/{spaceId}/comments/{commentId}',
      deleteCommentInChangeRequest:
        'DELETE /v1/spaces/{spaceId}/change-requests/{changeRequestId}/comments/{commentId}',
    },
  },
  inputDescription: 'Comment to delete.',
  inputFields: (t) => ({
    ...placeFields(t),
    commentId: t.id({ required: true, description: 'Id of the comment.' }),
  }),
  resolve: (input, context) => deleteComment(context, input),
  payload: (t) => ({
    deletedCommentId: t.id({
      description: 'Id of the deleted comment, as given.',
      resolve: (id) => id,
    }),
  }),
});
