import { builder, type Row } from '../../builder.ts';
import { comparisonOfRevision, type Comparison } from './comparison.ts';
import {
  changeArguments,
  changesField,
  ContentChangeConnection,
  REST_CHANGES_DEFAULT,
} from './content-change-connection.ts';
import { ContentChange } from './content-change.ts';

builder.prismaObjectFields('Revision', (t) => ({
  changes: t.connection(
    {
      type: ContentChange,
      nullable: true,
      description:
        'What it changed of the revision that it was made from: a merge, of the primary content; ' +
        'the first of a space has all that it holds. Null when the viewer may not see that one.',
      rest: {
        route: 'GET /changes',
        operationId: { 'Space.revision': 'getRevisionSemanticChanges' },
        titles: {
          getSpaceContentChanges: 'Get changes of last revision',
          getSpaceChangeRequestContentChanges: 'Get changes of last revision in change request',
          getRevisionSemanticChanges: 'Get changes of revision',
        },
        limit: REST_CHANGES_DEFAULT,
      },
      args: changeArguments(t.arg),
      ...changesField<Row<'Revision'>, Comparison | null>('Revision.changes', comparisonOfRevision),
    },
    ContentChangeConnection,
  ),
}));
