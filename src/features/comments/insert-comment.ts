import type { Context } from '../../context.ts';
import type { PrismaTransaction } from '../../database/database.ts';
import type { Prisma } from '../../database/generated/prisma/client.ts';
import { newId } from '../../lib/id.ts';

/** What a new comment says, and of what. */
export type CommentContent = Pick<
  Prisma.CommentUncheckedCreateInput,
  | 'spaceId'
  | 'changeRequestId'
  | 'reviewId'
  | 'revisionId'
  | 'markdown'
  | 'pageId'
  | 'nodeId'
  | 'nodePreview'
  | 'tableRecord'
  | 'tableDefinition'
>;

/** Writes a comment by the viewer, who may comment there. Answers its id. */
export async function insertComment(
  { viewer, now }: Pick<Context, 'viewer' | 'now'>,
  transaction: PrismaTransaction,
  content: CommentContent,
): Promise<string> {
  const id = newId('Comment');
  await transaction.comment.create({
    data: { ...content, id, postedById: viewer.id, postedAt: now() },
  });
  return id;
}
