import { connectionType, enumType } from '../../builder/declare-types.ts';
import { builder, type Row } from '../../builder.ts';
import { sql } from '../../database/database.ts';
import { connectionField } from '../../pagination/connection-field.ts';
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

const RequestedReviewerConnection = connectionType(
  RequestedReviewer,
  'requested reviewer',
  'people who were asked for a review',
);

/** Requested reviewers of a change request, oldest request first. */
export const requestedReviewers = declareConnection<
  Row<'RequestedReviewer'>,
  { userIds?: readonly string[] }
>({
  name: 'ChangeRequest.requestedReviewers',
  source: requestedReviewerSource,
  of: 'changeRequestId',
  visibleBelow: visibleWithParent,
  order: { fields: ['createdAt'], descending: false },
  filter: ({ userIds }) => (userIds ? [sql`t.user_id = ANY(${[...userIds]}::text[])`] : []),
});

builder.prismaObjectFields('ChangeRequest', (t) => ({
  requestedReviewers: t.field({
    type: RequestedReviewerConnection,
    description: 'Requested reviewers who have not reviewed yet, earliest request first.',
    rest: {
      route: 'GET /requested-reviewers',
      operationId: 'getRequestedReviewersByChangeRequestId',
    },
    args: t.arg.connectionArgs(),
    ...connectionField(requestedReviewers),
  }),
}));
