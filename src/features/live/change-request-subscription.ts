import { builder } from '../../builder.ts';
import { notFound } from '../../errors.ts';
import { payloadRow } from '../../pagination/payload-row.ts';
import { changeRequestSource } from '../change-requests/change-request-source.ts';
import { ChangeRequest } from '../change-requests/change-request.ts';
import { declareParts } from './declare-parts.ts';
import { LiveEvents, type LiveEvent } from './live-events.ts';

const parts = declareParts('ChangeRequestPart', 'A part of a change request that changes.', {
  content: 'Its content, or its conflicts.',
  status: 'Its status or its subject.',
  comments: 'Its comments, replies and reactions.',
  reviews: 'Its reviews and requested reviewers.',
  'primary-content':
    'The primary content of its space, which decides whether it is outdated and what it changes.',
});

const ChangeRequestEvent = builder.objectRef<LiveEvent>('ChangeRequestEvent').implement({
  description: 'An event of a change request.',
  fields: (t) => ({
    changedParts: t.field(parts.changedParts),
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
      parts: t.arg(parts.parts),
    },
    // The first event checks who may see it, as all others do.
    subscribe: async (_root, args, context) => {
      const row = await context.loaders.oneRegardlessOfAccess(changeRequestSource, args.id);
      const others = row ? { [row.spaceId]: { content: 'primary-content' as const } } : {};
      return LiveEvents.open(context, { id: args.id, parts: parts.select(args.parts), others });
    },
    resolve: async (event, _args, { loaders }) => {
      if (!(await loaders.one(changeRequestSource, event.id))) {
        throw notFound('change request', event.id);
      }
      return event;
    },
  }),
);
