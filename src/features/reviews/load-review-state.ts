import type { Context } from '../../context.ts';
import { sql } from '../../database/database.ts';
import { spaceOfChangeRequestSql } from '../change-requests/change-request-sql.ts';
import { mayReviewSql } from './may-review-sql.ts';
import { isLatestSql, isOfHeadSql } from './review-source.ts';

/** What the reviews of a change request come to. */
export interface ReviewState {
  /** Somebody asks for changes. */
  changesRequested: boolean;
  /** Somebody approved it, be it before it changed. */
  approved: boolean;
  /** Somebody approved its content as it is now. */
  headApproved: boolean;
  /** Somebody was asked for a review and has not given it. */
  reviewRequested: boolean;
}

/**
 * What the reviews of a change request come to. The latest review of each reviewer counts, and
 * whoever may review no more counts no more. One statement for all change requests of a level.
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
          WHERE r.change_request_id = asked.id AND ${mayReviewSql(spaceId, sql`r.user_id`)})
      FROM unnest(${[...ids]}::text[]) WITH ORDINALITY asked(id, number)
      CROSS JOIN LATERAL (
        SELECT bool_or(t.status = 'changes-requested') AS against,
          bool_or(t.status = 'approved') AS for,
          bool_or(t.status = 'approved' AND ${isOfHeadSql}) AS for_head
        FROM change_request_reviews t
        WHERE t.change_request_id = asked.id AND ${isLatestSql}
          AND ${mayReviewSql(spaceId, sql`t.reviewer_id`)}
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
