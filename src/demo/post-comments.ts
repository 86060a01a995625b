import type { Context } from '../context.ts';
import { loadChangeRequest } from '../features/change-requests/change-request-access.ts';
import { createComment, type CommentPlace } from '../features/comments/create-comment.ts';
import { createCommentReply } from '../features/comments/create-comment-reply.ts';
import { updateComment } from '../features/comments/update-comment.ts';
import { pageTreeOf } from '../features/content/load-content.ts';
import { loadHead } from '../features/content/load-head.ts';
import { findSpace } from '../features/spaces/space-access.ts';
import type { DemoComment } from './demo-plan.ts';
import type { Cast } from './fill-demo.ts';

/** Creates the comments of a plan with their replies, reactions and resolutions. */
export async function postComments(
  cast: Cast,
  place: CommentPlace,
  plans: readonly DemoComment[],
): Promise<void> {
  const pageIds = await pageIdsByTitle(cast('admin'), place);
  for (const { by, markdown, page, ...thread } of plans) {
    const comment = await createComment(cast(by), place, {
      body: { markdown },
      page: page === undefined ? undefined : pageIds.get(page),
    });
    const ref = { commentId: comment.id };
    for (const reply of thread.replies ?? []) {
      await createCommentReply(cast(reply.by), ref, { markdown: reply.markdown });
    }
    for (const { by: reader, emoji } of thread.reactions ?? []) {
      await updateComment(cast(reader), ref, { addedReactions: [emoji] });
    }
    if (thread.resolvedBy) await updateComment(cast(thread.resolvedBy), ref, { resolved: true });
  }
}

async function pageIdsByTitle(
  context: Context,
  { spaceId, changeRequestId }: CommentPlace,
): Promise<Map<string, string>> {
  const branch = changeRequestId
    ? await loadChangeRequest(context, { spaceId, changeRequestId })
    : await findSpace(context, spaceId);
  if (!branch) throw new Error('The demo comments on a change request that does not exist.');
  const tree = await pageTreeOf(context, await loadHead(context, branch));
  return new Map([...tree.walk()].map(({ page }) => [page.title, page.id]));
}
