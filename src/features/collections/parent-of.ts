import type { Row } from '../../builder.ts';
import type { Context } from '../../context.ts';
import { collectionSource } from './collection-source.ts';

/**
 * The collection that holds a space or a collection, as far as the viewer may see it: what lies in
 * a hidden one lies at the top for them.
 */
export async function parentOf(
  { loaders }: Pick<Context, 'loaders'>,
  { parentId }: { parentId: string | null },
): Promise<Row<'Collection'> | null> {
  return parentId === null ? null : loaders.one(collectionSource, parentId);
}
