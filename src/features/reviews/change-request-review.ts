import { builder, registerNode } from '../../builder.ts';
import { ChangeRequest } from '../change-requests/change-request.ts';
import { changeRequestSource } from '../change-requests/change-request-source.ts';
import { commentsOfReview } from '../comments/comment-of-review.ts';
import { Comment } from '../comments/comment.ts';
import { CommentTarget } from '../comments/comment-target.ts';
import { pastUser } from '../users/past-user.ts';
import { reviewSource } from './review-source.ts';
import { ChangeRequestReviewStatus } from './review-status.ts';
import { firstField, oneField, requiredField, showing } from '../../pagination/declared-fields.ts';

registerNode(reviewSource);

export const ChangeRequestReview = builder.prismaNode('ChangeRequestReview', {
  description: 'A review of the content of a change request. Immutable.',
  id: { field: 'id', description: 'Identifier, `rvw_…`.' },
  rest: {
    object: 'change-request-review',
    fields: `
      id revision: revisionId reviewer { ...User } requestedBy { ...User } status
      comment { ...Comment } createdAt updatedAt`,
  },
  fields: (t) => ({
    status: t.field({
      type: ChangeRequestReviewStatus,
      description: 'Verdict of the review.',
      ...showing('status'),
    }),
    revisionId: t.exposeID('revisionId', {
      description: 'Id of the revision of the change request that was reviewed.',
    }),
    outdated: t.exposeBoolean('outdated', {
      description: 'Whether the content of the change request changed since.',
    }),
    reviewer: t.field({
      ...pastUser('reviewerId'),
      description: 'The reviewer, even if they have left; null if the account was deleted.',
    }),
    requestedBy: t.field({
      ...pastUser('requestedById'),
      description: 'The user who requested the review; null if nobody did.',
    }),
    comment: t.field({
      type: Comment,
      description: 'The comment that it was submitted with; null without one, or when deleted.',
      ...firstField(commentsOfReview),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was submitted.' }),
    updatedAt: t.expose('createdAt', {
      type: 'DateTime',
      description: 'When the review was last updated: always the time of submission.',
    }),
    changeRequest: t.field({
      type: ChangeRequest,
      description: 'The change request that it is about.',
      ...requiredField(changeRequestSource, 'changeRequestId'),
    }),
  }),
});

builder.objectFields(CommentTarget, (t) => ({
  review: t.field({
    type: ChangeRequestReview,
    description: 'The review that the comment was submitted with; null if there was none.',
    ...oneField(reviewSource, 'reviewId'),
  }),
}));
