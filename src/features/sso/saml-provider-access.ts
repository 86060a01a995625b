import type { Row } from '../../builder.ts';
import type { Context } from '../../context.ts';
import { forbidden, notFound } from '../../errors.ts';
import { organizationPermissions } from '../organizations/organization-access.ts';
import { samlProviderSource } from './saml-provider-source.ts';

/** Natural key of a SAML provider, as in a `/v1` path. */
export interface SamlProviderKey {
  organizationId: string;
  samlProviderId: string;
}

/**
 * Finds a SAML provider by its key, to read or to edit it.
 *
 * @throws NOT_FOUND when it does not exist for the viewer, FORBIDDEN to edit it below `admin`
 */
export async function findSamlProvider(
  { loaders, viewer }: Context,
  { organizationId, samlProviderId: id }: SamlProviderKey,
  flag: 'view' | 'edit' = 'view',
): Promise<Row<'SamlProvider'>> {
  const provider = await loaders.oneIn(samlProviderSource, id, 'organizationId', organizationId);
  if (!provider) throw notFound('SAML provider', id);
  if (flag === 'edit' && !organizationPermissions(viewer, organizationId).admin) {
    throw forbidden(`change the SAML provider "${provider.label}"`, 'admin');
  }
  return provider;
}
