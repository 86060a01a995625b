import { z } from 'zod';
import type { Row } from '../../builder.ts';
import type { Context } from '../../context.ts';
import type { PrismaTransaction } from '../../database/database.ts';
import { newId } from '../../lib/id.ts';
import { positionBetween } from '../../lib/position.ts';
import { createFirstRevision } from '../content/store/write-revision.ts';
import { findOrganization } from '../organizations/organization-access.ts';
import { findSpace } from './space-access.ts';
import { languageCodes } from './space-enums.ts';

/** Longest title and longest emoji of a space, in characters. */
export const SPACE_TITLE_LENGTH_MAX = 50;
export const EMOJI_LENGTH_MAX = 50;

const TITLE_DEFAULT = 'Untitled';
const EMOJI_DEFAULT = '📄';

/** What a new space may be given. */
export const newSpace = z.object({
  title: z.string().max(SPACE_TITLE_LENGTH_MAX).optional(),
  emoji: z.string().min(1).max(EMOJI_LENGTH_MAX).optional(),
  language: z.enum(languageCodes).optional(),
  editMode: z.enum(['live', 'locked']).optional(),
});

export type NewSpace = z.output<typeof newSpace>;

/**
 * Creates a space with an empty first revision.
 *
 * @throws NOT_FOUND for an organization that does not exist for the viewer, FORBIDDEN below `create`
 */
export async function createSpace(
  context: Context,
  organizationId: string,
  input: NewSpace,
): Promise<Row<'Space'>> {
  await findOrganization(context, organizationId, 'createContent');
  const id = await context.write((transaction) =>
    insertSpace(context, transaction, organizationId, input),
  );
  return findSpace(context, id);
}

/** Writes a new space at the end of the organization, for callers that are in a transaction. */
export async function insertSpace(
  context: Context,
  transaction: PrismaTransaction,
  organizationId: string,
  input: NewSpace,
): Promise<string> {
  const id = newId('Space');
  const now = context.now();
  const authorship = { authorId: context.viewer.id, now };
  const revision = await createFirstRevision(transaction, id, authorship);
  const last = await transaction.space.findFirst({
    where: { organizationId, parentId: null },
    orderBy: { position: 'desc' },
    select: { position: true },
  });
  await transaction.space.create({
    data: {
      id,
      organizationId,
      title: input.title ?? TITLE_DEFAULT,
      emoji: input.emoji ?? EMOJI_DEFAULT,
      language: input.language ?? null,
      editMode: input.editMode ?? 'live',
      revisionId: revision.id,
      position: positionBetween(last?.position ?? null, null),
      createdAt: now,
      updatedAt: now,
    },
  });
  return id;
}
