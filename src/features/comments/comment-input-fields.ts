import type { InputBuilder } from '../../builder.ts';
import { EMOJI_PER_POST_MAX } from './change-reactions.ts';
import { DocumentBodyInput } from './comment-body.ts';

/** The fields of an input that say where a comment stands: optional, but right when given. */
export const placeFields = (t: InputBuilder) => ({
  spaceId: t.id({ description: 'Id of the space of the comment; may be left out.' }),
  changeRequestId: t.id({
    description: 'Its change request, by id or number. With `spaceId` alone, it has none.',
  }),
});

/** The fields of an input by which a comment or a reply changes. */
export const changeFields = (t: InputBuilder) => ({
  body: t.field({ type: DocumentBodyInput, description: 'What it says.' }),
  addedReactions: t.stringList({
    description: `Emoji with which the viewer reacts; in all there can be ${EMOJI_PER_POST_MAX} different ones.`,
  }),
  removedReactions: t.stringList({
    description: 'Emoji with which the viewer no longer reacts. They go first.',
  }),
});
