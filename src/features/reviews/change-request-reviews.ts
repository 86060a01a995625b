import { connectionType } from '../../builder/declare-types.ts';
import { builder } from '../../builder.ts';
import { orderedBy } from '../../builder/list-sorting.ts';
import { connectionField } from '../../builder/connection-field.ts';
import { visibleWithParent } from '../../pagination/connection.ts';
import { ChangeRequestReview } from './change-request-review.ts';
import { loadReviewState, type ReviewState } from './load-review-state.ts';
import { isLatestSql, reviewSource } from './review-source.ts';
import { childField } from '../../pagination/declared-fields.ts';

const reviews = {
  type: connectionType(ChangeRequestReview, 'review'),
  source: reviewSource,
  of: 'changeRequestId',
  visibleBelow: visibleWithParent,
  ...orderedBy('createdAt', 'creation', 'descending'),
};

connectionField('ChangeRequest.reviews', {
  ...reviews,
  description: 'The reviews, newest first.',
  rest: { route: 'GET /reviews', operationId: 'getReviewsByChangeRequestId' },
});

connectionField('ChangeRequest.latestReviews', {
  ...reviews,
  description: 'The latest review of each reviewer, which is the one that counts; newest first.',
  filter: () => [isLatestSql],
});

const ChangeRequestReviewDecision = builder.enumType('ChangeRequestReviewDecision', {
  description: 'Combined verdict of the reviews of a change request.',
  values: {
    CHANGES_REQUESTED: {
      description: 'The latest review of at least one reviewer requests changes.',
    },
    REVIEW_REQUESTED: {
      description: 'No changes are requested, but a requested review is pending.',
    },
    APPROVED: { description: 'All reviewers approved, and no review is pending.' },
  } as const,
});

function decisionOf({ changesRequested, reviewRequested, approved }: ReviewState) {
  if (changesRequested) return 'CHANGES_REQUESTED';
  if (reviewRequested) return 'REVIEW_REQUESTED';
  return approved ? 'APPROVED' : null;
}

builder.prismaObjectFields('ChangeRequest', (t) => ({
  review: t.field({
    type: ChangeRequestReview,
    description: 'A review of the change request.',
    args: { id: t.arg.id({ required: true, description: 'Id of the review.' }) },
    rest: { route: 'GET /reviews/{reviewId}', operationId: 'getChangeRequestReviewById' },
    ...childField(reviewSource, 'changeRequestId'),
  }),
  reviewDecision: t.field({
    type: ChangeRequestReviewDecision,
    nullable: true,
    description:
      'Combined verdict of the reviews; null if there are none. The latest review of each reviewer counts, even if the content changed since. Reviews of people who may no longer review do not count. A merge does not depend on it.',
    resolve: async ({ id }, _args, context) => decisionOf(await loadReviewState(context, id)),
  }),
}));
