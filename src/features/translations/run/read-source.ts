import type { Row } from '../../../builder.ts';
import type { Context } from '../../../context.ts';
import { JobFailure } from '../../../jobs/job-failure.ts';
import { loadHead } from '../../content/load-head.ts';
import { loadEntryLists, loadPageTrees } from '../../content/store/content-store.ts';
import type { FileEntry, ReusableContentEntry } from '../../content/store/entry.ts';
import type { PageTree } from '../../content/store/page-tree.ts';
import { spaceSource } from '../../spaces/space-source.ts';

/** The content of a revision. */
export interface ReadContent {
  revision: Row<'Revision'>;
  pages: PageTree;
  files: readonly FileEntry[];
  reusableContents: readonly ReusableContentEntry[];
}

/** The space that is translated, with its content as it is now. */
export interface ReadSource extends ReadContent {
  space: Row<'Space'>;
}

/**
 * Reads what is to be translated.
 *
 * @throws JobFailure when the space is gone, deleted, or of another organization
 */
export async function readSource(
  context: Context,
  { sourceSpaceId, organizationId }: Row<'Translation'>,
): Promise<ReadSource> {
  const space = await context.loaders.one(spaceSource, sourceSpaceId);
  if (!space || space.deletedAt) {
    throw new JobFailure(
      'SOURCE_SPACE_MISSING',
      'The source space was deleted, or you have no access to it any more.',
      'Restore the space, or ask for access to it, and start a new run.',
    );
  }
  if (space.organizationId !== organizationId) {
    throw new JobFailure(
      'SOURCE_SPACE_MOVED',
      'The source space went to another organization.',
      'Create a translation in that organization, and delete this one.',
    );
  }
  return { space, ...(await readContent(context, await loadHead(context, space))) };
}

/** All entries of a revision. */
export async function readContent(
  { db }: Context,
  revision: Row<'Revision'>,
): Promise<ReadContent> {
  const [pages] = await loadPageTrees(db, [revision.pagesHash]);
  const [files = []] = await loadEntryLists<FileEntry>(db, [revision.filesHash]);
  const [reusableContents = []] = await loadEntryLists<ReusableContentEntry>(db, [
    revision.reusableContentsHash,
  ]);
  if (!pages) throw new Error(`The revision ${revision.id} has no pages.`);
  return { revision, pages, files, reusableContents };
}
