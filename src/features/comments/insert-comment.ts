import type { Context } from '../../context.ts';
import type { PrismaTransaction } from '../../database/database.ts';
import { executeLast } from '../../database/direct-transaction.ts';
import type { Prisma } from '../../database/generated/prisma/client.ts';
import { insertSql } from '../../database/write-sql.ts';
import { newId } from '../../lib/id.ts';

/** The content and target of a new comment. */
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

/** Inserts a comment by the viewer. The caller must check that they may comment. Returns its id. */
export async function insertComment(
  { viewer, now }: Pick<Context, 'viewer' | 'now'>,
  transaction: PrismaTransaction,
  content: CommentContent,
): Promise<string> {
  const id = newId('Comment');
  const row = { ...content, id, postedById: viewer.id, postedAt: now() };
  await executeLast(transaction, insertSql('comments', row));
  return id;
}
