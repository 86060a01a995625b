import type { Row } from '../../builder.ts';
import { declareConnection } from '../../pagination/connection.ts';
import { commentSource } from './comment-source.ts';

/** The comment that a review was submitted with: one at most. */
export const commentsOfReview = declareConnection<Row<'Comment'>>({
  name: 'ChangeRequestReview.comments',
  source: commentSource,
  of: 'reviewId',
  order: { fields: [], descending: false },
});
