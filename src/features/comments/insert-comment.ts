import type { Context } from '../../context.ts';
import type { PrismaTransaction, Sql } from '../../database/database.ts';
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

/** Inserts a comment by the viewer. The caller must check that they may comment. */
export async function insertComment(
  context: Pick<Context, 'viewer' | 'now'>,
  transaction: PrismaTransaction,
  content: CommentContent,
): Promise<void> {
  await executeLast(transaction, insertCommentSql(context, newId('Comment'), content));
}

/**
 * Returns the statement that inserts a comment by the viewer.
 *
 * @param from the query whose row it is, from `FROM` or `WHERE` on; members may be its expressions
 */
export function insertCommentSql(
  { viewer, now }: Pick<Context, 'viewer' | 'now'>,
  id: string,
  content: { [Field in keyof CommentContent]: CommentContent[Field] | Sql },
  from?: Sql,
): Sql {
  const row = { ...content, id, postedById: viewer.id, postedAt: now() };
  return insertSql('comments', row, from);
}
