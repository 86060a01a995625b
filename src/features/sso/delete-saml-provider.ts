import { deleteIfFound, type Context } from '../../context.ts';
import { lockOrganizationFor } from '../organizations/lock-organization-for.ts';
import { findSamlProvider, type SamlProviderKey } from './saml-provider-access.ts';

/**
 * Deletes a SAML provider. Succeeds if it does not exist for the viewer (interface, Errors).
 *
 * @throws FORBIDDEN below `admin`
 */
export async function deleteSamlProvider(context: Context, key: SamlProviderKey): Promise<void> {
  const find = findSamlProvider(context, key, 'edit');
  await deleteIfFound(context, find, async (transaction, { id, organizationId }) => {
    await lockOrganizationFor(transaction, context.viewer, organizationId, 'admin');
    await transaction.samlProvider.deleteMany({ where: { id } });
  });
}
