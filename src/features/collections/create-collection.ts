import { z } from 'zod';
import type { Row } from '../../builder.ts';
import type { Context } from '../../context.ts';
import { newId } from '../../lib/id.ts';
import { findCollection } from './collection-access.ts';
import { findParent } from './find-parent.ts';
import { pathTo, requireDepth } from './nesting.ts';
import { lastPosition, lockParent } from './siblings.ts';
import { visibleText } from '../../lib/visible-text.ts';

/** Maximum length of a collection's title, in characters. */
export const COLLECTION_TITLE_LENGTH_MAX = 50;

const TITLE_DEFAULT = 'Untitled';

/** Input for a new collection. */
export const newCollection = z.object({
  title: visibleText.max(COLLECTION_TITLE_LENGTH_MAX).optional(),
  parent: z.string().optional(),
});

/**
 * Creates an empty collection after its siblings (interface, Collections).
 *
 * @throws NOT_FOUND for an organization that does not exist for the viewer, BAD_USER_INPUT for a
 *   parent outside the organization, FORBIDDEN below `create`, CONFLICT when the parent is full or
 *   at the maximum depth
 */
export async function createCollection(
  context: Context,
  organizationId: string,
  { title = TITLE_DEFAULT, parent: given }: z.output<typeof newCollection>,
): Promise<Row<'Collection'>> {
  const parentId = given ?? null;
  const parent = await findParent(context, organizationId, parentId);
  const collectionId = await context.write(async (transaction) => {
    await lockParent(transaction, context.viewer, parent);
    requireDepth((await pathTo(transaction, parentId)).length + 1);
    const position = await lastPosition(transaction, parent);
    const id = newId('Collection');
    await transaction.collection.create({
      data: { id, organizationId, parentId, title, position, createdAt: context.now() },
    });
    return id;
  });
  return findCollection(context, collectionId);
}
