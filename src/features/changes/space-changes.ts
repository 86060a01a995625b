import { builder, type Row } from '../../builder.ts';
import { ContentAtInput, type ContentSelector } from '../change-requests/content-selector.ts';
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
      description: 'Differences between any two states of the content.',
      args: {
        from: t.arg({ type: ContentAtInput, required: true, description: 'The old state.' }),
        to: t.arg({ type: ContentAtInput, required: true, description: 'The new state.' }),
        ...changeArguments(t.arg),
      },
      ...changesField<Row<'Space'>, Comparison, { from: ContentSelector; to: ContentSelector }>(
        'Space.changes',
        comparisonOfStates,
      ),
    },
    ContentChangeConnection,
  ),
}));
