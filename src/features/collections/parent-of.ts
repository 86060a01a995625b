import type { Row } from '../../builder.ts';
import type { Context } from '../../context.ts';
import { collectionSource } from './collection-source.ts';

/**
 * Returns the collection that contains a space or a collection; null if the viewer may not see it,
 * so that the item appears at the top level.
 */
export async function parentOf(
  { loaders }: Pick<Context, 'loaders'>,
  { parentId }: { parentId: string | null },
): Promise<Row<'Collection'> | null> {
  return parentId === null ? null : loaders.one(collectionSource, parentId);
}
