import { builder, type Row } from '../../builder.ts';
import { ContentSelectorInput, type ContentSelector } from '../change-requests/content-selector.ts';
import { comparisonOfStates, type Comparison } from './comparison.ts';
import {
  changeArguments,
  changesField,
  ContentChangeConnection,
} from './content-change-connection.ts';

builder.prismaObjectFields('Space', (t) => ({
  changes: t.field({
    type: ContentChangeConnection,
    description: 'Differences between any two states of the content.',
    args: {
      from: t.arg({ type: ContentSelectorInput, required: true, description: 'The old state.' }),
      to: t.arg({ type: ContentSelectorInput, required: true, description: 'The new state.' }),
      ...changeArguments(t.arg),
      ...t.arg.connectionArgs(),
    },
    ...changesField<Row<'Space'>, Comparison, { from: ContentSelector; to: ContentSelector }>(
      'Space.changes',
      comparisonOfStates,
    ),
  }),
}));
