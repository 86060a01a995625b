import type { InputBuilder } from '../../builder.ts';
import { EMOJI_PER_POST_MAX } from './change-reactions.ts';
import { DocumentBodyInput } from './comment-body.ts';

/** Declares the input fields with the location of a comment: optional, but checked if given. */
export const placeFields = (t: InputBuilder) => ({
  spaceId: t.id({ description: 'Id of the space of the comment; optional.' }),
  changeRequestId: t.id({
    description:
      'Change request of the target, by id or number. With `spaceId` alone, the target is the primary content.',
  }),
});

/** Declares the input fields that change a comment or a reply. */
export const changeFields = (t: InputBuilder) => ({
  body: t.field({ type: DocumentBodyInput, description: 'Text.' }),
  addedReactions: t.stringList({
    description: `Emoji with which the viewer reacts; in all there can be ${EMOJI_PER_POST_MAX} different ones.`,
  }),
  removedReactions: t.stringList({
    description: 'Emoji with which the viewer no longer reacts. They go first.',
  }),
});
