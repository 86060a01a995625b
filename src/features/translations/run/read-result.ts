import type { Row } from '../../../builder.ts';
import type { Context } from '../../../context.ts';
import { JobFailure } from '../../../jobs/job-failure.ts';
import { revisionSource } from '../../content/revision-source.ts';
import { spaceSource } from '../../spaces/space-source.ts';
import { readContent, type ReadContent } from './read-source.ts';

/**
 * Reads the result of the latest completed run; null before the first one.
 *
 * @throws JobFailure when the result's space is deleted, locked, or in another organization
 */
export async function readResult(
  context: Context,
  { organizationId, resultSpaceId, baseRevisionId }: Row<'Translation'>,
): Promise<ReadContent | null> {
  if (resultSpaceId === null || baseRevisionId === null) return null;
  const space = await context.loaders.one(spaceSource, resultSpaceId);
  if (!space || space.deletedAt) {
    throw new JobFailure(
      'RESULT_SPACE_MISSING',
      'The space with the translation was deleted, or you no longer have access to it.',
      'Restore the space, or ask for access to it, and start a new run. Once it is removed for ' +
        'good, a run makes a new one.',
    );
  }
  if (space.organizationId !== organizationId) {
    throw new JobFailure(
      'RESULT_SPACE_MOVED',
      'The space with the translation went to another organization.',
      'Create a new translation, and delete this one.',
    );
  }
  if (space.editMode === 'locked') {
    throw new JobFailure(
      'RESULT_SPACE_LOCKED',
      'The space with the translation is locked.',
      'Unlock it, and start a new run.',
    );
  }
  const base = await context.loaders.oneRegardlessOfAccess(revisionSource, baseRevisionId);
  if (!base) throw new Error(`The revision ${baseRevisionId} is missing.`);
  return readContent(context, base);
}
