import { mutationField, writtenField } from '../../builder/mutation-field.ts';
import { SettableChangeRequestStatus } from './change-request-status.ts';
import { changeRequestInputFields } from './change-request-input-fields.ts';
import { changeRequestSource } from './change-request-source.ts';
import { ChangeRequest } from './change-request.ts';
import { createChangeRequest, newChangeRequest } from './create-change-request.ts';
import { changeRequestChanges, updateChangeRequest } from './update-change-request.ts';

mutationField('createChangeRequest', {
  description:
    'Creates a draft change request, based on the current content of the space. The viewer is its first contributor. Needs the level `edit` on the space.',
  rest: {
    routes: { createChangeRequest: 'POST /v1/spaces/{spaceId}/change-requests' },
    result: 'changeRequest',
    status: 201,
    location: true,
  },
  inputDescription: 'Space to change, and the subject.',
  inputSchema: newChangeRequest,
  inputFields: (t) => ({
    spaceId: t.id({ required: true, description: 'Id of the space.' }),
    subject: t.string({ description: 'Subject; empty by default.' }),
    agentTaskId: t.id({
      description:
        'Id of the agent task that it implements. Agent tasks live elsewhere, so any id is taken.',
    }),
  }),
  resolve: ({ spaceId, ...input }, context) => createChangeRequest(context, spaceId, input),
  payload: (t) => ({
    changeRequest: writtenField(t, ChangeRequest, 'The new change request.', changeRequestSource),
  }),
});

mutationField('updateChangeRequest', {
  description:
    'Changes the subject or the status of a change request. Needs the level `edit` on its space.',
  rest: {
    routes: {
      updateChangeRequestById: 'PATCH /v1/spaces/{spaceId}/change-requests/{changeRequestId}',
    },
    result: 'changeRequest',
  },
  inputDescription: 'Fields to change. Omitted fields are unchanged.',
  inputSchema: changeRequestChanges,
  inputFields: (t) => ({
    ...changeRequestInputFields(t),
    subject: t.string({ description: 'Subject.' }),
    status: t.field({
      type: SettableChangeRequestStatus,
      description: 'New status. The status of a merged change request is final.',
    }),
  }),
  resolve: ({ spaceId, changeRequestId, ...changes }, context) =>
    updateChangeRequest(context, { spaceId, changeRequestId }, changes),
  payload: (t) => ({
    changeRequest: writtenField(
      t,
      ChangeRequest,
      'The change request as it is now.',
      changeRequestSource,
    ),
  }),
});
