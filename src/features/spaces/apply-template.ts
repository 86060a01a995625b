import type { Context } from '../../context.ts';
import type { PrismaTransaction } from '../../database/database.ts';
import type { PreparedTemplate } from '../content/templates/prepare-template.ts';
import type { TemplateApplication } from '../content/templates/template-params.ts';
import { writeRevision } from '../../revisions/store/write-revision.ts';
import { moveSpaceHead } from './move-space-head.ts';
import { contentOfTemplate } from './content-of-template.ts';
import { loadTemplate } from './load-template.ts';
import { lockedSpace, lockEditableSpace } from './lock-editable-space.ts';
import { findSpace } from './space-access.ts';

/**
 * Adds the content of a template to the primary content of a space (interface, Space content),
 * after the existing pages. The result is one revision, or none.
 *
 * @throws NOT_FOUND, FORBIDDEN below `edit`, BAD_USER_INPUT for references that the template does
 *   not accept, CONFLICT when the space is deleted or locked, or at a content limit
 */
export async function applyTemplate(
  context: Context,
  spaceId: string,
  application: TemplateApplication,
): Promise<void> {
  const space = await findSpace(context, spaceId, 'edit');
  if (space.editMode === 'locked') throw lockedSpace();
  const write = async (transaction: PrismaTransaction, template: PreparedTemplate) => {
    const head = await lockEditableSpace(transaction, context.viewer, spaceId);
    const content = await contentOfTemplate(transaction, head, template);
    const now = context.now();
    const authorship = { authorId: context.viewer.id, now };
    const tip = { branchId: spaceId, head };
    const { id: to } = await writeRevision(transaction, tip, content, authorship);
    if (to !== head.id) await moveSpaceHead(transaction, { spaceId, to, now });
  };
  await context.prepareAndWrite(() => loadTemplate(context, application), write);
}
