import { builder } from '../../builder.ts';
import { enumType } from '../../builder/declare-types.ts';
import { showing } from '../../pagination/declared-fields.ts';
import { payloadRow } from '../../pagination/payload-row.ts';
import { findSpace } from '../spaces/space-access.ts';
import { spaceSource } from '../spaces/space-source.ts';
import { Space } from '../spaces/space.ts';
import { selectParts, LiveEvents, type LiveEvent } from './live-events.ts';

const descriptions = {
  content: 'Its primary content.',
  comments: 'The comments on its primary content, with replies and reactions.',
  settings: 'Its title and other settings.',
};

type Part = keyof typeof descriptions;

const allParts = Object.keys(descriptions) as Part[];

const SpacePart = enumType('SpacePart', 'A part of a space that changes.', descriptions);

const SpaceEvent = builder.objectRef<LiveEvent<Part>>('SpaceEvent').implement({
  description: 'An event of a space.',
  fields: (t) => ({
    changedParts: t.field({
      type: [SpacePart],
      description:
        'The parts that changed since the event before; all of them in the first event, and when ' +
        'changes may have been missed.',
      ...showing('changedParts'),
    }),
    space: t.field({
      type: Space,
      description: 'The space as it is now.',
      ...payloadRow({ source: spaceSource, key: 'id', visibleTo: 'viewer' }),
    }),
  }),
});

builder.subscriptionField('space', (t) =>
  t.field({
    type: SpaceEvent,
    description:
      'A space, now and after every change. The stream ends with `NOT_FOUND` when the viewer may ' +
      'no longer see it.',
    args: {
      id: t.arg.id({ required: true, description: 'Id of the space.' }),
      parts: t.arg({
        type: [SpacePart],
        description: 'Only changes of these parts; all by default.',
      }),
    },
    subscribe: async (_root, { id, parts }, context) => {
      await findSpace(context, id);
      return LiveEvents.open(context, {
        id,
        parts: selectParts(allParts, parts),
      });
    },
    resolve: async (event, _args, context) => {
      await findSpace(context, event.id);
      return event;
    },
  }),
);
