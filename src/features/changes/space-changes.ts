import { builder, type Row } from '../../builder.ts';
import { ContentAtInput, type ContentAt } from '../change-requests/content-at.ts';
import { comparisonOfStates, type Comparison } from './comparison.ts';
import {
  changeArguments,
  changesField,
  ContentChangeConnection,
} from './content-change-connection.ts';
import { ContentChange } from './content-change.ts';

builder.prismaObjectFields('Space', (t) => ({
  changes: t.connection(
    {
      type: ContentChange,
      description: 'What differs between any two states of the content.',
      args: {
        from: t.arg({ type: ContentAtInput, required: true, description: 'The state before.' }),
        to: t.arg({ type: ContentAtInput, required: true, description: 'The state after.' }),
        ...changeArguments(t.arg),
      },
      ...changesField<Row<'Space'>, Comparison, { from: ContentAt; to: ContentAt }>(
        'Space.changes',
        comparisonOfStates,
      ),
    },
    ContentChangeConnection,
  ),
}));
