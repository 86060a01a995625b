import { connectionType, enumType } from '../../builder/declare-types.ts';
import { builder } from '../../builder.ts';
import { sql } from '../../database/database.ts';
import { connectionField } from '../../builder/connection-field.ts';
import { declareConnection, visibleWithParent } from '../../pagination/connection.ts';
import { pastUser } from '../users/past-user.ts';
import { requestedReviewerSource } from './requested-reviewer-source.ts';

const RequestedReviewerKind = enumType('RequestedReviewerKind', 'Kind of a requested reviewer.', {
  user: 'A person.',
});

/** Not a node, since it has no id. */
export const RequestedReviewer = builder.prismaObject('RequestedReviewer', {
  description: 'Somebody who was asked to review a change request and has not done so since.',
  rest: {
    object: 'change-request-requested-reviewer',
    fields: 'revision: revisionId requestedBy { ...User } createdAt kind user { ...User }',
  },
  fields: (t) => ({
    kind: t.field({
      type: RequestedReviewerKind,
      description: 'Kind of the reviewer.',
      resolve: () => 'user' as const,
    }),
    userId: t.exposeID('userId', { description: 'Id of the requested reviewer.' }),
    user: t.field({
      ...pastUser('userId'),
      description:
        'The requested reviewer, even if they have left; null if the account was deleted.',
    }),
    requestedBy: t.field({
      ...pastUser('requestedById'),
      description:
        'The user who requested the review, even if they have left; null if the account was deleted.',
    }),
    revisionId: t.exposeID('revisionId', {
      description: 'Id of the revision of the change request that was current at that time.',
    }),
    createdAt: t.expose('createdAt', {
      type: 'DateTime',
      description: 'When the review was requested.',
    }),
  }),
});

const requestedReviewers = connectionField('ChangeRequest.requestedReviewers', {
  type: connectionType(
    RequestedReviewer,
    'requested reviewer',
    'people who were asked for a review',
  ),
  description: 'Requested reviewers who have not reviewed yet, earliest request first.',
  rest: {
    route: 'GET /requested-reviewers',
    operationId: 'getRequestedReviewersByChangeRequestId',
  },
  source: requestedReviewerSource,
  of: 'changeRequestId',
  visibleBelow: visibleWithParent,
  order: { fields: ['createdAt'], descending: false },
});

/** Requested reviewers of a change request among some users, oldest request first. */
export const reviewersAmong = declareConnection({
  ...requestedReviewers,
  name: 'ChangeRequest.reviewersAmong',
  filter: ({ userIds }: { userIds: readonly string[] }) => [
    sql`t.user_id = ANY(${[...userIds]}::text[])`,
  ],
});
