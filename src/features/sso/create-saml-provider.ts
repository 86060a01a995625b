import { z } from 'zod';
import type { Row } from '../../builder.ts';
import type { Context } from '../../context.ts';
import { conflict } from '../../errors.ts';
import { newId } from '../../lib/id.ts';
import { lockOrganizationFor } from '../organizations/lock-organization-for.ts';
import { findOrganization } from '../organizations/organization-access.ts';
import { requireDefaultTeam } from './require-default-team.ts';
import { findSamlProvider } from './saml-provider-access.ts';
import { SAML_PROVIDERS_MAX, samlProviderFields } from './saml-provider-limits.ts';

/** Input for a new SAML provider (interface, SSO). */
export const newSamlProvider = z.object(samlProviderFields);

/**
 * Creates a SAML provider. It is pending until it has all settings for a login (interface, SSO).
 *
 * @throws NOT_FOUND, FORBIDDEN below `admin`, BAD_USER_INPUT for a default team outside the
 *   organization, CONFLICT when the organization is at its limit
 */
export async function createSamlProvider(
  context: Context,
  organizationId: string,
  input: z.output<typeof newSamlProvider>,
): Promise<Row<'SamlProvider'>> {
  await findOrganization(context, organizationId, 'admin');
  const samlProviderId = await context.write(async (transaction) => {
    await lockOrganizationFor(transaction, context.viewer, organizationId, 'admin');
    await requireDefaultTeam(transaction, organizationId, input.defaultTeam);
    const count = await transaction.samlProvider.count({ where: { organizationId } });
    if (count >= SAML_PROVIDERS_MAX) {
      throw conflict(
        `An organization has at most ${SAML_PROVIDERS_MAX} SAML providers, and this one does: ` +
          'delete one first.',
      );
    }
    const { id } = await transaction.samlProvider.create({
      data: {
        id: newId('SAMLProvider'),
        organizationId,
        label: input.label,
        entityId: input.entityID,
        certificate: input.certificate,
        ssoUrl: input.ssoURL,
        defaultTeamId: input.defaultTeam,
        defaultRole: input.defaultRole,
        createdAt: context.now(),
      },
    });
    return id;
  });
  return findSamlProvider(context, { organizationId, samlProviderId });
}
