import { z } from 'zod';
import type { Row } from '../../builder.ts';
import type { Context } from '../../context.ts';
import type { PrismaTransaction } from '../../database/database.ts';
import { EMOJI_LENGTH_MAX } from '../../lib/emoji.ts';
import { newId } from '../../lib/id.ts';
import { findParent } from '../collections/find-parent.ts';
import { lastPosition, lockParent } from '../collections/siblings.ts';
import {
  createFirstRevision,
  noContent,
  writeRevision,
  type ContentChanges,
} from '../content/store/write-revision.ts';
import { templateApplication } from '../content/templates/template-params.ts';
import { contentOfTemplate } from './content-of-template.ts';
import { loadTemplate } from './load-template.ts';
import { findSpace } from './space-access.ts';
import { languageCodes } from './space-enums.ts';
import { visibleText } from '../../lib/visible-text.ts';

/** Longest title of a space, in characters. */
export const SPACE_TITLE_LENGTH_MAX = 50;

/** What is shown of a space without an emoji of its own. */
export const EMOJI_DEFAULT = '📄';
const TITLE_DEFAULT = 'Untitled';

/** What a new space may be given. */
export const newSpace = z.object({
  title: visibleText.max(SPACE_TITLE_LENGTH_MAX).optional(),
  emoji: visibleText.min(1).max(EMOJI_LENGTH_MAX).optional(),
  parent: z.string().optional(),
  language: z.enum(languageCodes).optional(),
  editMode: z.enum(['live', 'locked']).optional(),
});

/** The same of one that may begin with a template. */
export const newSpaceWithContent = newSpace.extend({
  template: templateApplication.optional(),
});

export type NewSpace = z.output<typeof newSpace>;

/**
 * Creates a space, empty or with the content of a template. In a collection, the level on the
 * collection decides, otherwise the role in the organization.
 *
 * @throws NOT_FOUND for an organization that does not exist for the viewer, BAD_USER_INPUT for a
 *   parent that is no collection of it and what `loadTemplate` refuses, FORBIDDEN below `create`,
 *   CONFLICT when the parent is full
 */
export async function createSpace(
  context: Context,
  organizationId: string,
  { template: application, ...input }: z.output<typeof newSpaceWithContent>,
): Promise<Row<'Space'>> {
  await findParent(context, organizationId, input.parent ?? null);
  const id = await context.prepareAndWrite(
    async () => application && loadTemplate(context, application),
    async (transaction, template) => {
      const content = template && (await contentOfTemplate(transaction, noContent, template));
      return insertSpace(context, transaction, organizationId, input, content ?? {});
    },
  );
  return findSpace(context, id);
}

/** Writes a new space behind its siblings, empty by default, for callers in a transaction. */
export async function insertSpace(
  context: Context,
  transaction: PrismaTransaction,
  organizationId: string,
  input: NewSpace,
  content: ContentChanges = {},
): Promise<string> {
  const id = newId('Space');
  const now = context.now();
  const parentId = input.parent ?? null;
  const parent = { organizationId, collectionId: parentId };
  // Two creations at once must not get the same place.
  await lockParent(transaction, context.viewer, parent);
  const position = await lastPosition(transaction, parent);
  const authorship = { authorId: context.viewer.id, now };
  const first = await createFirstRevision(transaction, id, authorship);
  const revision = await writeRevision(
    transaction,
    { branchId: id, head: first },
    content,
    authorship,
  );
  await transaction.space.create({
    data: {
      id,
      organizationId,
      parentId,
      title: input.title ?? TITLE_DEFAULT,
      emoji: input.emoji ?? null,
      language: input.language ?? null,
      editMode: input.editMode ?? 'live',
      revisionId: revision.id,
      position,
      createdAt: now,
      updatedAt: now,
    },
  });
  return id;
}
