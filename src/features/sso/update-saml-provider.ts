import { z } from 'zod';
import type { Row } from '../../builder.ts';
import type { Context } from '../../context.ts';
import type { PrismaTransaction } from '../../database/database.ts';
import { notFound } from '../../errors.ts';
import { lockOrganizationFor } from '../organizations/lock-organization-for.ts';
import { requireDefaultTeam } from './require-default-team.ts';
import { findSamlProvider, type SamlProviderKey } from './saml-provider-access.ts';
import { samlProviderFields } from './saml-provider-limits.ts';

/**
 * Changes to a SAML provider. An absent field keeps its value, null clears it; null is also a role.
 */
export const samlProviderChanges = z.object({
  ...samlProviderFields,
  label: samlProviderFields.label.optional(),
  entityID: samlProviderFields.entityID.nullable(),
  certificate: samlProviderFields.certificate.nullable(),
  ssoURL: samlProviderFields.ssoURL.nullable(),
  defaultTeam: samlProviderFields.defaultTeam.nullable(),
});

/**
 * Changes a SAML provider (interface, SSO). A new entity id or certificate ends all unfinished
 * logins.
 *
 * @throws NOT_FOUND, FORBIDDEN below `admin`, BAD_USER_INPUT for a default team outside the
 *   organization
 */
export async function updateSamlProvider(
  context: Context,
  key: SamlProviderKey,
  {
    label,
    entityID,
    certificate,
    ssoURL,
    defaultTeam,
    defaultRole,
  }: z.output<typeof samlProviderChanges>,
): Promise<Row<'SamlProvider'>> {
  const { id } = await findSamlProvider(context, key, 'edit');
  await context.write(async (transaction) => {
    await lockOrganizationFor(transaction, context.viewer, key.organizationId, 'admin');
    await requireDefaultTeam(transaction, key.organizationId, defaultTeam);
    const { count } = await transaction.samlProvider.updateMany({
      where: { id },
      data: {
        label,
        defaultRole,
        certificate: settingColumn(certificate),
        entityId: settingColumn(entityID),
        ssoUrl: settingColumn(ssoURL),
        defaultTeamId: defaultTeam,
      },
    });
    if (count === 0) throw notFound('SAML provider', id);
    const isOther = entityID !== undefined || certificate !== undefined;
    if (isOther) await endOpenLogins(transaction, id);
  });
  return findSamlProvider(context, key);
}

/** Ends unfinished logins, because the provider may now be somebody else. */
async function endOpenLogins(transaction: PrismaTransaction, samlProviderId: string) {
  await transaction.samlLogin.deleteMany({ where: { samlProviderId, finishedAt: null } });
}

/** Returns the column value of a setting: empty text for a cleared one. */
function settingColumn(value: string | null | undefined): string | undefined {
  return value === null ? '' : value;
}
