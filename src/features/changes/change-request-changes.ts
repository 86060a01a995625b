import { builder, type Row } from '../../builder.ts';
import { comparisonOfChangeRequest } from './comparison.ts';
import {
  changeArguments,
  changesField,
  ContentChangeConnection,
  REST_CHANGES_DEFAULT,
} from './content-change-connection.ts';
import { ContentChange } from './content-change.ts';

builder.prismaObjectFields('ChangeRequest', (t) => ({
  changes: t.connection(
    {
      type: ContentChange,
      description:
        'Changes made in the change request, without those that came from the primary content. For a merged one, the changes of the merge to the primary content.',
      rest: {
        route: 'GET /changes',
        operationId: 'getChangeRequestChanges',
        limit: REST_CHANGES_DEFAULT,
      },
      args: changeArguments(t.arg),
      ...changesField<Row<'ChangeRequest'>>('ChangeRequest.changes', comparisonOfChangeRequest),
    },
    ContentChangeConnection,
  ),
}));
