import { builder, type Row } from '../../builder.ts';
import type { Context } from '../../context.ts';
import { AppError, notFound } from '../../errors.ts';
import { loadHead } from '../content/load-head.ts';
import { revisionAtTime } from '../content/revision-at-time.ts';
import { loadRevision } from '../spaces/space-revisions.ts';
import { loadChangeRequest } from './change-request-access.ts';

/** Selects a state of a space's content, by exactly one of the three fields. */
export interface ContentSelector {
  revision?: string | null | undefined;
  changeRequest?: string | null | undefined;
  time?: Date | null | undefined;
}

export const ContentSelectorInput = builder.inputType('ContentAt', {
  description: 'A state of the content of a space.',
  isOneOf: true,
  fields: (t) => ({
    revision: t.id({ description: 'Content of the revision with this id.' }),
    changeRequest: t.id({
      description: 'Content of this change request, by its id or its number in the space.',
    }),
    time: t.field({
      type: 'DateTime',
      description:
        'Primary content as it was at this time; for a time in the future, the current content.',
    }),
  }),
});

/**
 * Returns the revision of a space that a selector refers to.
 *
 * @throws NOT_FOUND for a revision or change request of another space, a time before the first
 *   content, and anything that the viewer may not see
 */
export async function revisionAt(
  context: Context,
  space: Row<'Space'>,
  { revision, changeRequest, time }: ContentSelector,
): Promise<Row<'Revision'>> {
  if (revision != null) {
    const found = await loadRevision(context, space.id, revision);
    if (!found) throw notFound('revision', revision);
    return found;
  }
  if (changeRequest != null) {
    const ref = { spaceId: space.id, changeRequestId: changeRequest };
    const found = await loadChangeRequest(context, ref);
    if (!found) throw notFound('change request', changeRequest);
    return loadHead(context, found);
  }
  if (time == null) return loadHead(context, space);
  const found = await revisionAtTime(context, space.id, time);
  if (!found) throw await noContentAt(context, space, time);
  return found;
}

async function noContentAt(context: Context, space: Row<'Space'>, time: Date): Promise<AppError> {
  // Viewers without a level on the space read its current revision, but no history.
  const { createdAt } = space.level === null ? await loadHead(context, space) : space;
  return new AppError(
    'NOT_FOUND',
    `The space "${space.title}" has no content of ${time.toISOString()}: what you may read of it ` +
      `begins at ${createdAt.toISOString()}.`,
  );
}
