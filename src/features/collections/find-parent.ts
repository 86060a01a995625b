import type { Context } from '../../context.ts';
import { badInput } from '../../errors.ts';
import { findOrganization } from '../organizations/organization-access.ts';
import { findCollection } from './collection-access.ts';
import { collectionSource } from './collection-source.ts';
import type { Parent } from './siblings.ts';

/**
 * Finds the parent for a new collection or space. The viewer needs permission there: by the level
 * on the collection, or at the top by the role in the organization.
 *
 * @param inputName input field with the collection's id
 * @throws NOT_FOUND for an organization that does not exist for the viewer, BAD_USER_INPUT for a
 *   collection outside the organization, FORBIDDEN below `create`
 */
export async function findParent(
  context: Context,
  organizationId: string,
  collectionId: string | null,
  inputName = 'parent',
): Promise<Parent> {
  if (collectionId === null) {
    await findOrganization(context, organizationId, 'createContent');
    return { organizationId, collectionId };
  }
  await findOrganization(context, organizationId);
  const collection = await context.loaders.one(collectionSource, collectionId);
  if (collection?.organizationId !== organizationId) {
    throw badInput(`"${inputName}" must be a collection of the organization.`, [
      'input',
      inputName,
    ]);
  }
  await findCollection(context, collectionId, 'create');
  return { organizationId, collectionId };
}
