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
} from '../../revisions/store/write-revision.ts';
import { templateApplication } from '../content/templates/template-params.ts';
import { contentOfTemplate } from './content-of-template.ts';
import { loadTemplate } from './load-template.ts';
import { findSpace } from './space-access.ts';
import { languageCodes } from './space-enums.ts';
import { visibleText } from '../../lib/visible-text.ts';

/** Maximum length of a space's title, in characters. */
export const SPACE_TITLE_LENGTH_MAX = 50;

const TITLE_DEFAULT = 'Untitled';

/** Input for a new space. */
export const newSpace = z.object({
  title: visibleText.max(SPACE_TITLE_LENGTH_MAX).optional(),
  emoji: visibleText.min(1).max(EMOJI_LENGTH_MAX).optional(),
  parent: z.string().optional(),
  language: z.enum(languageCodes).optional(),
  editMode: z.enum(['live', 'locked']).optional(),
});

/** Input for a new space that may start with a template. */
export const newSpaceWithContent = newSpace.extend({
  template: templateApplication.optional(),
});

export type NewSpace = z.output<typeof newSpace>;

/**
 * Creates a space, empty or with the content of a template. Permission depends on the level on the
 * parent collection, or at the top level on the role in the organization.
 *
 * @throws NOT_FOUND for an organization that does not exist for the viewer, BAD_USER_INPUT for a
 *   parent outside the organization and as `loadTemplate` does, FORBIDDEN below `create`, CONFLICT
 *   when the parent is full
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

/** Inserts a new space after its siblings, empty by default, within a transaction. */
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
  // Concurrent creations must not get the same position.
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
