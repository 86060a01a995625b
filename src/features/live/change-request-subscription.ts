import { builder, type Row } from '../../builder.ts';
import { enumType } from '../../builder/declare-types.ts';
import type { Context } from '../../context.ts';
import { notFound } from '../../errors.ts';
import { showing } from '../../pagination/declared-fields.ts';
import { payloadRow } from '../../pagination/payload-row.ts';
import { changeRequestSource } from '../change-requests/change-request-source.ts';
import { ChangeRequest } from '../change-requests/change-request.ts';
import { selectParts, LiveEvents, type LiveEvent } from './live-events.ts';

const descriptions = {
  content: 'Its content, or its conflicts.',
  status: 'Its status or its subject.',
  comments: 'Its comments, replies and reactions.',
  reviews: 'Its reviews and requested reviewers.',
  'primary-content':
    'The primary content of its space, which decides whether it is outdated and what it changes.',
};

type Part = keyof typeof descriptions;

const allParts = Object.keys(descriptions) as Part[];

const ChangeRequestPart = enumType(
  'ChangeRequestPart',
  'A part of a change request that changes.',
  descriptions,
);

const ChangeRequestEvent = builder.objectRef<LiveEvent<Part>>('ChangeRequestEvent').implement({
  description: 'An event of a change request.',
  fields: (t) => ({
    changedParts: t.field({
      type: [ChangeRequestPart],
      description:
        'The parts that changed since the event before; all of them in the first event, and when ' +
        'changes may have been missed.',
      ...showing('changedParts'),
    }),
    changeRequest: t.field({
      type: ChangeRequest,
      description: 'The change request as it is now.',
      ...payloadRow({ source: changeRequestSource, key: 'id', visibleTo: 'viewer' }),
    }),
  }),
});

builder.subscriptionField('changeRequest', (t) =>
  t.field({
    type: ChangeRequestEvent,
    description:
      'A change request, now and after every change. The stream ends with `NOT_FOUND` when the ' +
      'viewer may no longer see it.',
    args: {
      id: t.arg.id({ required: true, description: 'Id of the change request.' }),
      parts: t.arg({
        type: [ChangeRequestPart],
        description: 'Only changes of these parts; all by default.',
      }),
    },
    subscribe: async (_root, { id, parts }, context) => {
      const row = await findWatched(context, id);
      return LiveEvents.open(context, {
        id,
        parts: selectParts(allParts, parts),
        others: { [row.spaceId]: { content: 'primary-content' } },
      });
    },
    resolve: async (event, _args, context) => {
      await findWatched(context, event.id);
      return event;
    },
  }),
);

async function findWatched({ loaders }: Context, id: string): Promise<Row<'ChangeRequest'>> {
  const row = await loaders.one(changeRequestSource, id);
  if (!row) throw notFound('change request', id);
  return row;
}
