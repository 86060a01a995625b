import type { Context } from '../../context.ts';
import type { PrismaTransaction } from '../../database/database.ts';
import { newId } from '../../lib/id.ts';
import { copyRevision } from '../../revisions/store/copy-revision.ts';
import { lockSpace } from './lock-space.ts';
import { titleOfCopy } from './title-of-copy.ts';

/**
 * Copies a space with its current settings and primary content, at the same position. History,
 * change requests and comments are not copied. The caller holds the lock of the parent, and assigns
 * the copy its own position.
 *
 * @returns the id of the copy
 * @throws NOT_FOUND when the original no longer exists, CONFLICT when it is deleted
 */
export async function copySpace(
  context: Context,
  transaction: PrismaTransaction,
  originalId: string,
): Promise<string> {
  await lockSpace(transaction, originalId);
  const original = await transaction.space.findUniqueOrThrow({ where: { id: originalId } });
  const id = newId('Space');
  const now = context.now();
  const revision = await copyRevision(transaction, original.revisionId, id, {
    authorId: context.viewer.id,
    now,
  });
  const { organizationId, parentId, emoji, iconUrl, editMode, language, defaultLevel } = original;
  await transaction.space.create({
    data: {
      ...{ organizationId, parentId, emoji, iconUrl, editMode, language, defaultLevel },
      id,
      title: titleOfCopy(original.title),
      revisionId: revision.id,
      position: original.position,
      createdAt: now,
      updatedAt: now,
    },
  });
  return id;
}
