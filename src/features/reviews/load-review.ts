import type { Row } from '../../builder.ts';
import type { Context } from '../../context.ts';
import { reviewSource } from './review-source.ts';

/** The review with that id of a change request; null when there is none for the viewer. */
export async function loadReview(
  { loaders }: Context,
  changeRequestId: string,
  id: string,
): Promise<Row<'ChangeRequestReview'> | null> {
  const review = await loaders.one(reviewSource, id);
  return review?.changeRequestId === changeRequestId ? review : null;
}
