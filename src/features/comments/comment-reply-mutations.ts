import { mutationField, writtenField } from '../../builder/mutation-field.ts';
import { z } from 'zod';
import { documentBody, DocumentBodyInput } from './comment-body.ts';
import { changeFields, placeFields } from './comment-input-fields.ts';
import { CommentReply } from './comment-reply.ts';
import { commentReplySource } from './comment-source.ts';
import { createCommentReply } from './create-comment-reply.ts';
import { deleteCommentReply } from './delete-comment-reply.ts';
import { postChanges } from './post-changes.ts';
import { updateCommentReply } from './update-comment-reply.ts';

const newCommentReply = z.object({ body: documentBody });

mutationField('createCommentReply', {
  description: 'Replies to a comment. Needs the level `comment` on the space.',
  rest: {
    routes: {
      postCommentReplyInSpace: 'POST /v1/spaces/{spaceId}/comments/{commentId}/replies',
      postCommentReplyInChangeRequest:
        'POST /v1/spaces/{spaceId}/change-requests/{changeRequestId}/comments/{commentId}/replies',
    },
    result: 'commentReply',
    parameters: ['format'],
  },
  inputDescription: 'Input of `createCommentReply`.',
  inputSchema: newCommentReply,
  inputFields: (t) => ({
    ...placeFields(t),
    commentId: t.id({ required: true, description: 'Id of the comment.' }),
    body: t.field({ type: DocumentBodyInput, required: true, description: 'Text.' }),
  }),
  resolve: ({ body, ...ref }, context) => createCommentReply(context, ref, body),
  payload: (t) => ({
    commentReply: writtenField(t, CommentReply, 'The new reply.', commentReplySource),
  }),
});

mutationField('updateCommentReply', {
  description:
    'Changes a reply. Its text is for its author; to resolve and to react takes the level ' +
    '`comment` on the space. Reactions are the viewer’s own.',
  rest: {
    routes: {
      updateCommentReplyInSpace:
        'PUT /v1/spaces/{spaceId}/comments/{commentId}/replies/{commentReplyId}',
      updateCommentReplyInChangeRequest:
        'PUT /v1/spaces/{spaceId}/change-requests/{changeRequestId}/comments/{commentId}/replies/{commentReplyId}',
    },
    result: 'commentReply',
    without: { updateCommentReplyInSpace: ['resolved'] },
  },
  inputDescription: 'Fields to change. Omitted fields are unchanged.',
  inputSchema: postChanges,
  inputFields: (t) => ({
    ...placeFields(t),
    commentId: t.id({ description: 'Id of the comment; optional.' }),
    commentReplyId: t.id({ required: true, description: 'Id of the reply.' }),
    resolved: t.boolean({
      description: 'Whether the comment that it replies to is resolved.',
    }),
    ...changeFields(t),
  }),
  resolve: ({ spaceId, changeRequestId, commentId, commentReplyId, ...changes }, context) =>
    updateCommentReply(context, { spaceId, changeRequestId, commentId, commentReplyId }, changes),
  payload: (t) => ({
    commentReply: writtenField(t, CommentReply, 'The reply as it is now.', commentReplySource),
  }),
});

mutationField('deleteCommentReply', {
  description:
    'Deletes a reply, for its author or with the level `admin` on the space. Succeeds if it does not exist.',
  rest: {
    routes: {
      deleteCommentReplyInSpace:
        'DELETE /v1/spaces/{spaceId}/comments/{commentId}/replies/{commentReplyId}',
      deleteCommentReplyInChangeRequest:
        'DELETE /v1/spaces/{spaceId}/change-requests/{changeRequestId}/comments/{commentId}/replies/{commentReplyId}',
    },
  },
  inputDescription: 'Reply to delete.',
  inputFields: (t) => ({
    ...placeFields(t),
    commentId: t.id({ description: 'Id of the comment; optional.' }),
    commentReplyId: t.id({ required: true, description: 'Id of the reply.' }),
  }),
  resolve: (input, context) => deleteCommentReply(context, input),
  payload: (t) => ({
    deletedCommentReplyId: t.id({
      description: 'Id of the deleted comment reply, as given.',
      resolve: (id) => id,
    }),
  }),
});
