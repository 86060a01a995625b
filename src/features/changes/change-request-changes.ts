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
        'What the change request itself changed: what came in from the primary content is not ' +
        'among it. Of a merged one, what the merge changed of the primary content.',
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
