import { mutationField, writtenField } from '../../builder/mutation-field.ts';
import { changeRequestInputFields } from '../change-requests/change-request-input-fields.ts';
import { DocumentBodyInput } from '../comments/comment-body.ts';
import { ChangeRequestReview } from './change-request-review.ts';
import { ChangeRequestReviewStatus } from './review-status.ts';
import { reviewSource } from './review-source.ts';
import { newReview, submitReview } from './submit-review.ts';

mutationField('submitReview', {
  description:
    'Reviews the current content of a draft or open change request, which fulfils a review request to the viewer. Needs the level `review` on the space; nobody may review a change request of their own.',
  rest: {
    routes: {
      submitChangeRequestReview:
        'POST /v1/spaces/{spaceId}/change-requests/{changeRequestId}/reviews',
    },
    result: 'review',
    status: 201,
    location: true,
    ifMatch: 'expectedRevision',
  },
  inputDescription: 'Input of `submitReview`.',
  inputSchema: newReview,
  inputFields: (t) => ({
    ...changeRequestInputFields(t),
    status: t.field({
      type: ChangeRequestReviewStatus,
      required: true,
      description: 'Verdict of the review.',
    }),
    comment: t.field({
      type: DocumentBodyInput,
      description: 'Text of the review, which is posted as a comment on the change request.',
    }),
    expectedRevision: t.id({
      description:
        'Id of the revision that was looked at; when the content is at another, the review is ' +
        'refused with `STALE_REVISION`. On `/v1` it can also be given as `If-Match`, and the ' +
        'refusal is a 412.',
    }),
  }),
  resolve: ({ spaceId, changeRequestId, ...review }, context) =>
    submitReview(context, { spaceId, changeRequestId }, review),
  payload: (t) => ({
    review: writtenField(t, ChangeRequestReview, 'The new review.', reviewSource),
  }),
});
