import type { Context } from '../../context.ts';
import { sql } from '../../database/database.ts';
import { spaceOfChangeRequestSql } from '../change-requests/change-request-sql.ts';
import { canReviewSql } from './can-review-sql.ts';
import { isLatestSql, isOfHeadSql } from './review-source.ts';

/** The combined outcome of a change request's reviews. */
export interface ReviewState {
  /** Whether a reviewer requests changes. */
  changesRequested: boolean;
  /** Whether a reviewer approved it, possibly before it changed. */
  approved: boolean;
  /** Whether a reviewer approved its current content. */
  headApproved: boolean;
  /** Whether a requested review is missing. */
  reviewRequested: boolean;
}

/**
 * Loads the combined outcome of a change request's reviews. Counts the latest review of each
 * reviewer who may still review. One statement for all change requests of a level.
 */
export function loadReviewState(
  { db, loaders }: Context,
  changeRequestId: string,
): Promise<ReviewState> {
  return loaders.batch('states of reviews', changeRequestId, async (ids) => {
    const spaceId = spaceOfChangeRequestSql(sql`asked.id`);
    const rows = await db.query(sql`
      SELECT coalesce(latest.against, FALSE), coalesce(latest.for, FALSE),
        coalesce(latest.for_head, FALSE), EXISTS (
          SELECT FROM requested_reviewers r
          WHERE r.change_request_id = asked.id AND ${canReviewSql(spaceId, sql`r.user_id`)})
      FROM unnest(${[...ids]}::text[]) WITH ORDINALITY asked(id, number)
      CROSS JOIN LATERAL (
        SELECT bool_or(t.status = 'changes-requested') AS against,
          bool_or(t.status = 'approved') AS for,
          bool_or(t.status = 'approved' AND ${isOfHeadSql}) AS for_head
        FROM change_request_reviews t
        WHERE t.change_request_id = asked.id AND ${isLatestSql}
          AND ${canReviewSql(spaceId, sql`t.reviewer_id`)}
      ) latest
      ORDER BY asked.number`);
    return (rows as [boolean, boolean, boolean, boolean][]).map(
      ([changesRequested, approved, headApproved, reviewRequested]) => ({
        changesRequested,
        approved,
        headApproved,
        reviewRequested,
      }),
    );
  });
}
