import { builder, type Row } from '../../builder.ts';
import { comparisonOfRevision, type Comparison } from './comparison.ts';
import {
  changeArguments,
  changesField,
  ContentChangeConnection,
  REST_CHANGES_DEFAULT,
} from './content-change-connection.ts';

builder.prismaObjectFields('Revision', (t) => ({
  changes: t.field({
    type: ContentChangeConnection,
    nullable: true,
    description:
      'Changes relative to the parent revision; for a merge, relative to the primary content. The first revision of a space lists all of its content. Null if the parent is hidden from the viewer.',
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
    args: { ...changeArguments(t.arg), ...t.arg.connectionArgs() },
    ...changesField<Row<'Revision'>, Comparison | null>('Revision.changes', comparisonOfRevision),
  }),
}));
