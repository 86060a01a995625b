import type { Row } from '../../builder.ts';
import type { Context } from '../../context.ts';
import { forbidden, notFound } from '../../errors.ts';
import type { Loaders } from '../../pagination/loaders.ts';
import { organizationPermissions } from '../organizations/organization-access.ts';
import { samlProviderSource } from './saml-provider-source.ts';

/** Natural key of a SAML provider, as in a `/v1` path. */
export interface SamlProviderKey {
  organizationId: string;
  samlProviderId: string;
}

/** Loads a SAML provider by its key; null if it does not exist for the viewer. */
async function loadSamlProvider(
  loaders: Loaders,
  { organizationId, samlProviderId }: SamlProviderKey,
): Promise<Row<'SamlProvider'> | null> {
  const provider = await loaders.one(samlProviderSource, samlProviderId);
  return provider?.organizationId === organizationId ? provider : null;
}

/**
 * Finds a SAML provider by its key, to read or to edit it.
 *
 * @throws NOT_FOUND when it does not exist for the viewer, FORBIDDEN to edit it below `admin`
 */
export async function findSamlProvider(
  { loaders, viewer }: Context,
  key: SamlProviderKey,
  flag: 'view' | 'edit' = 'view',
): Promise<Row<'SamlProvider'>> {
  const provider = await loadSamlProvider(loaders, key);
  if (!provider) throw notFound('SAML provider', key.samlProviderId);
  if (flag === 'edit' && !organizationPermissions(viewer, key.organizationId).admin) {
    throw forbidden(`change the SAML provider "${provider.label}"`, 'admin');
  }
  return provider;
}
