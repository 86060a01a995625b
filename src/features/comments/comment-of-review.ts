import type { Row } from '../../builder.ts';
import { declareConnection } from '../../pagination/connection.ts';
import { firstOf } from '../../pagination/first-of.ts';
import type { Loaders } from '../../pagination/loaders.ts';
import { commentSource } from './comment-source.ts';

/** There is one at most. */
const commentsOfReview = declareConnection<Row<'Comment'>>({
  name: 'ChangeRequestReview.comments',
  source: commentSource,
  of: 'reviewId',
  order: { fields: [], descending: false },
});

/** The comment that a review was submitted with; null for none. Batched by level. */
export function loadCommentOfReview(
  loaders: Loaders,
  reviewId: string,
): Promise<Row<'Comment'> | null> {
  return firstOf(loaders, commentsOfReview, { id: reviewId }, {});
}
