import type { Context } from '../../context.ts';
import { badInput } from '../../errors.ts';
import { findOrganization } from '../organizations/organization-access.ts';
import { findCollection } from './collection-access.ts';
import { collectionSource } from './collection-source.ts';
import type { Parent } from './siblings.ts';

/**
 * Where the viewer wants to put a collection or a space. In a collection, the level on it decides,
 * at the top the role in the organization.
 *
 * @param inputName the field of the input that names the collection
 * @throws NOT_FOUND for an organization that does not exist for the viewer, BAD_USER_INPUT for a
 *   collection that is none of it, FORBIDDEN below `create`
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
