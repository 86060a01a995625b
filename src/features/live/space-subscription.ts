import { builder } from '../../builder.ts';
import { payloadRow } from '../../pagination/payload-row.ts';
import { findSpace } from '../spaces/space-access.ts';
import { spaceSource } from '../spaces/space-source.ts';
import { Space } from '../spaces/space.ts';
import { declareParts } from './declare-parts.ts';
import { LiveEvents, type LiveEvent } from './live-events.ts';

const parts = declareParts('SpacePart', 'A part of a space that changes.', {
  content: 'Its primary content.',
  comments: 'The comments on its primary content, with replies and reactions.',
  settings: 'Its title and other settings.',
});

const SpaceEvent = builder.objectRef<LiveEvent>('SpaceEvent').implement({
  description: 'An event of a space.',
  fields: (t) => ({
    changedParts: t.field(parts.changedParts),
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
      parts: t.arg(parts.parts),
    },
    // The first event checks who may see it, as all others do.
    subscribe: (_root, args, context) =>
      LiveEvents.open(context, { id: args.id, parts: parts.select(args.parts) }),
    resolve: async (event, _args, context) => {
      await findSpace(context, event.id);
      return event;
    },
  }),
);
