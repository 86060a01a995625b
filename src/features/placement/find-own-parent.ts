import type { Context } from '../../context.ts';
import { forbidden } from '../../errors.ts';
import { collectionSource } from '../collections/collection-source.ts';
import { findParent } from '../collections/find-parent.ts';
import type { Item, Parent } from '../collections/siblings.ts';
import { organizationSource } from '../organizations/organization-source.ts';

/**
 * Returns the parent of an item, in which the viewer must be allowed to arrange items.
 *
 * @throws FORBIDDEN below `create` there, and for viewers who see the item but not its parent
 */
export async function findOwnParent(
  context: Context,
  { organizationId, parentId }: Pick<Item, 'organizationId' | 'parentId'>,
): Promise<Parent> {
  if (!(await context.loaders.one(organizationSource, organizationId))) {
    throw forbidden('arrange what lies in an organization', 'create');
  }
  if (parentId !== null && !(await context.loaders.one(collectionSource, parentId))) {
    throw forbidden('arrange what lies in a collection', 'create');
  }
  return findParent(context, organizationId, parentId);
}
