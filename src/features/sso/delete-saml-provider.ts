import type { Context } from '../../context.ts';
import { nullIfNotFound } from '../../errors.ts';
import { lockOrganizationFor } from '../organizations/lock-organization-for.ts';
import { findSamlProvider, type SamlProviderKey } from './saml-provider-access.ts';

/**
 * Deletes a SAML provider. Succeeds if it does not exist for the viewer (interface, Errors).
 *
 * @throws FORBIDDEN below `admin`
 */
export async function deleteSamlProvider(context: Context, key: SamlProviderKey): Promise<void> {
  const provider = await findSamlProvider(context, key, 'edit').catch(nullIfNotFound);
  if (!provider) return;
  const { id, organizationId } = provider;
  await context
    .write(async (transaction) => {
      await lockOrganizationFor(transaction, context.viewer, organizationId, 'admin');
      await transaction.samlProvider.deleteMany({ where: { id } });
    })
    .catch(nullIfNotFound);
}
