import { builder, type Row } from '../../builder.ts';
import { sql } from '../../database/database.ts';
import { connectionField } from '../../pagination/connection-field.ts';
import { declareConnection } from '../../pagination/connection.ts';
import { pastUser } from '../users/past-user.ts';
import { requestedReviewerSource } from './requested-reviewer-source.ts';

const RequestedReviewerKind = builder.enumType('RequestedReviewerKind', {
  description: 'What is asked for a review.',
  values: { USER: { value: 'user', description: 'A person.' } } as const,
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
      description: 'What is asked.',
      resolve: () => 'user' as const,
    }),
    userId: t.exposeID('userId', { description: 'Id of who was asked.' }),
    user: t.field({
      ...pastUser('userId'),
      description: 'Who was asked, also when they left; null when the account is gone.',
    }),
    requestedBy: t.field({
      ...pastUser('requestedById'),
      description: 'Who asked, also when they left; null when the account is gone.',
    }),
    revisionId: t.exposeID('revisionId', {
      description: 'Id of the revision of the change request that was current then.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When they were asked.' }),
  }),
});

const RequestedReviewerConnection = builder.connectionObject(
  {
    type: RequestedReviewer,
    name: 'RequestedReviewerConnection',
    description: 'A list of people who were asked for a review.',
  },
  { name: 'RequestedReviewerEdge', description: 'Somebody who was asked, in a list.' },
);

/** Requested reviewers of a change request, oldest request first. */
export const requestedReviewers = declareConnection<
  Row<'RequestedReviewer'>,
  { userIds?: readonly string[] }
>({
  name: 'ChangeRequest.requestedReviewers',
  source: requestedReviewerSource,
  of: 'changeRequestId',
  order: { fields: ['createdAt'], descending: false },
  filter: ({ userIds }) => (userIds ? [sql`t.user_id = ANY(${[...userIds]}::text[])`] : []),
});

builder.prismaObjectFields('ChangeRequest', (t) => ({
  requestedReviewers: t.connection(
    {
      type: RequestedReviewer,
      description: 'Who was asked for a review and has not given it; the first one first.',
      rest: {
        route: 'GET /requested-reviewers',
        operationId: 'getRequestedReviewersByChangeRequestId',
      },
      ...connectionField(requestedReviewers),
    },
    RequestedReviewerConnection,
  ),
}));
