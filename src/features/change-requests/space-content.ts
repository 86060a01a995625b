import { revisionSource } from '../content/revision-source.ts';
import { builder } from '../../builder.ts';
import { loadHead } from '../content/load-head.ts';
import { Revision } from '../content/revision.ts';
import { ContentSelectorInput, revisionAt } from './content-selector.ts';
import { pointing, readingAlso } from '../../pagination/declared-fields.ts';

builder.prismaObjectFields('Space', (t) => ({
  content: t.field({
    type: Revision,
    nullable: true,
    description:
      'The active revision of the primary content, or another state. Null, with an error, for a state that does not exist for the viewer. Everything below it is read from this one revision.',
    args: {
      at: t.arg({
        type: ContentSelectorInput,
        description: 'The state to read; the current one by default.',
      }),
    },
    rest: { route: 'GET /content', operationId: 'getCurrentRevision', without: ['at'] },
    extensions: {
      ...pointing(revisionSource, 'revisionId', 'everybody').extensions,
      ...readingAlso('level').extensions,
    },
    resolve: (space, { at }, context) =>
      at == null ? loadHead(context, space) : revisionAt(context, space, at),
  }),
}));
