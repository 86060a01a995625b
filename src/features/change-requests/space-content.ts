import { revisionSource } from '../content/revision-source.ts';
import { builder } from '../../builder.ts';
import { loadHead } from '../content/load-head.ts';
import { Revision } from '../content/revision.ts';
import { ContentAtInput, revisionAt } from './content-selector.ts';
import { pointing, readingAlso } from '../../pagination/declared-fields.ts';

builder.prismaObjectFields('Space', (t) => ({
  content: t.field({
    type: Revision,
    nullable: true,
    description:
      'The primary content: its active revision, which is always there, or another state; null, ' +
      'with an error, for one that does not exist for the viewer. All that is read below it is of ' +
      'that one revision.',
    args: {
      at: t.arg({
        type: ContentAtInput,
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
