import { builder, type Row } from '../../builder.ts';
import { comparisonOfChangeRequest } from './comparison.ts';
import {
  changeArguments,
  changesField,
  ContentChangeConnection,
  REST_CHANGES_DEFAULT,
} from './content-change-connection.ts';

builder.prismaObjectFields('ChangeRequest', (t) => ({
  changes: t.field({
    type: ContentChangeConnection,
    description:
      'Changes made in the change request, without those that came from the primary content. For a merged one, the changes of the merge to the primary content.',
    rest: {
      route: 'GET /changes',
      operationId: 'getChangeRequestChanges',
      limit: REST_CHANGES_DEFAULT,
    },
    args: { ...changeArguments(t.arg), ...t.arg.connectionArgs() },
    ...changesField<Row<'ChangeRequest'>>('ChangeRequest.changes', comparisonOfChangeRequest),
  }),
}));
