import type { Row } from '../../builder.ts';
import type { Context } from '../../context.ts';
import { reviewSource } from './review-source.ts';

/** Returns a review of a change request by id; null if there is none that the viewer may see. */
export async function loadReview(
  { loaders }: Context,
  changeRequestId: string,
  id: string,
): Promise<Row<'ChangeRequestReview'> | null> {
  const review = await loaders.one(reviewSource, id);
  return review?.changeRequestId === changeRequestId ? review : null;
}
