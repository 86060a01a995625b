import type { Row } from '../../../builder.ts';
import type { Context } from '../../../context.ts';
import { JobFailure } from '../../../jobs/job-failure.ts';
import { loadHead } from '../../content/load-head.ts';
import {
  loadRevisionEntries,
  type RevisionEntries,
} from '../../../revisions/store/load-revision-entries.ts';
import { spacePermissions } from '../../spaces/space-access.ts';
import { spaceSource } from '../../spaces/space-source.ts';
import { SOURCE_MOVED } from '../source-moved.ts';
import { noEditorOf } from '../translation-access.ts';

/** Content of a revision. */
export interface ReadContent extends RevisionEntries {
  revision: Row<'Revision'>;
}

/** Source space with its current content. */
export interface SourceContent extends ReadContent {
  space: Row<'Space'>;
}

/**
 * Reads the source of a translation.
 *
 * @throws JobFailure when the space is missing, deleted, or in another organization, FORBIDDEN
 *   without the level `edit` on it
 */
export async function readSource(
  context: Context,
  { sourceSpaceId, organizationId }: Row<'Translation'>,
): Promise<SourceContent> {
  const space = await context.loaders.one(spaceSource, sourceSpaceId);
  if (!space || space.deletedAt) {
    throw new JobFailure(
      'SOURCE_SPACE_MISSING',
      'The source space was deleted, or you no longer have access to it.',
      'Restore the space, or ask for access to it, and start a new run.',
    );
  }
  if (space.organizationId !== organizationId) {
    throw new JobFailure(SOURCE_MOVED.code, SOURCE_MOVED.message, SOURCE_MOVED.remedy);
  }
  if (!spacePermissions(space).edit) throw noEditorOf(space);
  return { space, ...(await readContent(context, await loadHead(context, space))) };
}

/** Reads the content of a revision. */
export async function readContent(
  { db }: Context,
  revision: Row<'Revision'>,
): Promise<ReadContent> {
  return { revision, ...(await loadRevisionEntries(db, revision)) };
}
