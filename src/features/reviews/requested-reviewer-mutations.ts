import { mutationField, returnedField } from '../../builder/mutation-field.ts';
import { builder, type Row } from '../../builder.ts';
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

mutationField('requestReviewers', {
  description:
    'Requests reviews of a change request, from all given people or from none. A draft becomes open. Needs the level `edit` on the space.',
  rest: {
    routes: {
      requestReviewersForChangeRequest:
        'POST /v1/spaces/{spaceId}/change-requests/{changeRequestId}/requested-reviewers',
    },
    result: 'requests',
  },
  inputDescription: 'Change request, and the reviewers to request.',
  inputSchema: reviewRequest,
  inputFields: (t) => ({
    ...changeRequestInputFields(t),
    users: t.idList({
      required: true,
      description: 'Ids of users with the level `review` on the space, but for its creator.',
    }),
    subject: t.string({ description: 'The new subject of the change request.' }),
  }),
  resolve: ({ spaceId, changeRequestId, ...request }, context) =>
    requestReviewers(context, { spaceId, changeRequestId }, request),
  payload: (t) => ({ requests: returnedField(t, ReviewRequests, 'The requests.') }),
});

mutationField('removeRequestedReviewer', {
  description:
    'Withdraws a review request. Succeeds if it does not exist. Needs the level ' +
    '`edit` on the space.',
  rest: {
    routes: {
      removeRequestedReviewerFromChangeRequest:
        'DELETE /v1/spaces/{spaceId}/change-requests/{changeRequestId}/requested-reviewers/{userId}',
    },
  },
  inputDescription: 'Change request, and the reviewer to remove.',
  inputFields: (t) => ({
    ...changeRequestInputFields(t),
    userId: t.id({ required: true, description: 'Id of the user.' }),
  }),
  resolve: (input, context) => removeRequestedReviewer(context, input),
  payload: (t) => ({
    removedUserId: t.id({ description: 'Id of the removed user, as given.', resolve: (id) => id }),
  }),
});
