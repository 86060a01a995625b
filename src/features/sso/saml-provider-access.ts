import type { Row } from '../../builder.ts';
import type { Context } from '../../context.ts';
import { forbidden, notFound } from '../../errors.ts';
import type { Loaders } from '../../pagination/loaders.ts';
import { organizationPermissions } from '../organizations/organization-access.ts';
import { samlProviderSource } from './saml-provider-source.ts';

/** What names a SAML provider, as a path on `/v1` has it. */
export interface SamlProviderKey {
  organizationId: string;
  samlProviderId: string;
}

/** The SAML provider with those ids; null when it does not exist for the viewer. */
export async function loadSamlProvider(
  loaders: Loaders,
  { organizationId, samlProviderId }: SamlProviderKey,
): Promise<Row<'SamlProvider'> | null> {
  const provider = await loaders.one(samlProviderSource, samlProviderId);
  return provider?.organizationId === organizationId ? provider : null;
}

/**
 * The SAML provider with those ids, to read or to edit it.
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
