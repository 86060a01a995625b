import { builder, type Row } from '../../builder.ts';
import type { Context } from '../../context.ts';
import { historyField } from '../content/revision-history.ts';
import { revisionSource } from '../content/revision-source.ts';
import { Revision } from '../content/revision.ts';
import { childField } from '../../pagination/declared-fields.ts';

historyField(
  'Space.revisions',
  'The history of the primary content, newest first. Revisions of users who have left stay.',
);

/** Loads a revision of a space or its change requests; null if it does not exist for the viewer. */
export function loadRevision(
  { loaders }: Context,
  spaceId: string,
  id: string,
): Promise<Row<'Revision'> | null> {
  return loaders.oneIn(revisionSource, id, 'spaceId', spaceId);
}

builder.prismaObjectFields('Space', (t) => ({
  revision: t.field({
    type: Revision,
    description:
      'A state of the content, of the space or of one of its change requests. Readers of what is ' +
      'published find the active revision only.',
    args: { id: t.arg.id({ required: true, description: 'Id of the revision.' }) },
    rest: { route: 'GET /revisions/{revisionId}', rare: true, operationId: 'getRevisionById' },
    ...childField(revisionSource, 'spaceId'),
  }),
}));
