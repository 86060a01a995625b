import { builder, type Row } from '../../builder.ts';
import { validated } from '../../lib/validated.ts';
import { changeRequestInputFields } from '../change-requests/change-request-input-fields.ts';
import { removeRequestedReviewer } from './remove-requested-reviewer.ts';
import { requestReviewers, reviewRequest } from './request-reviewers.ts';
import { RequestedReviewer } from './requested-reviewer.ts';

const ReviewRequests = builder.objectRef<Row<'RequestedReviewer'>[]>('ReviewRequests').implement({
  description: 'Requests for reviews that were made together.',
  rest: { fields: 'users { ...RequestedReviewer }' },
  fields: (t) => ({
    users: t.field({
      type: [RequestedReviewer],
      description: 'All requested reviewers, including those requested before, earliest first.',
      resolve: (requests) => requests,
    }),
  }),
});

builder.relayMutationField(
  'requestReviewers',
  {
    description: 'Change request, and the reviewers to request.',
    validate: reviewRequest.loose(),
    inputFields: (t) => ({
      ...changeRequestInputFields(t),
      users: t.idList({
        required: true,
        description: 'Ids of users with the level `review` on the space, but for its creator.',
      }),
      subject: t.string({ description: 'The new subject of the change request.' }),
    }),
  },
  {
    description:
      'Asks people to review a change request: all of them, or nobody. A draft becomes open with ' +
      'that. Needs the level `edit` on the space.',
    rest: {
      routes: {
        requestReviewersForChangeRequest:
          'POST /v1/spaces/{spaceId}/change-requests/{changeRequestId}/requested-reviewers',
      },
      result: 'requests',
    },
    resolve: (_root, { input: { spaceId, changeRequestId, ...request } }, context) =>
      requestReviewers(context, { spaceId, changeRequestId }, validated(reviewRequest, request)),
  },
  {
    description: 'Payload of `requestReviewers`.',
    outputFields: (t) => ({
      requests: t.field({
        type: ReviewRequests,
        description: 'The requests.',
        resolve: (requests) => requests,
      }),
    }),
  },
);

builder.relayMutationField(
  'removeRequestedReviewer',
  {
    description: 'Change request, and the reviewer to remove.',
    inputFields: (t) => ({
      ...changeRequestInputFields(t),
      userId: t.id({ required: true, description: 'Id of the user.' }),
    }),
  },
  {
    description:
      'Takes back a request for a review. Succeeds when the user was not asked. Needs the level ' +
      '`edit` on the space.',
    rest: {
      routes: {
        removeRequestedReviewerFromChangeRequest:
          'DELETE /v1/spaces/{spaceId}/change-requests/{changeRequestId}/requested-reviewers/{userId}',
      },
    },
    resolve: (_root, { input }, context) => removeRequestedReviewer(context, input),
  },
  {
    description: 'Payload of `removeRequestedReviewer`.',
    outputFields: (t) => ({
      removedUserId: t.id({
        description: 'Id of the removed user, as given.',
        resolve: (id) => id,
      }),
    }),
  },
);
