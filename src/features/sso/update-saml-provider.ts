import { z } from 'zod';
import type { Row } from '../../builder.ts';
import type { Context } from '../../context.ts';
import type { PrismaTransaction } from '../../database/database.ts';
import { notFound } from '../../errors.ts';
import { lockOrganizationFor } from '../organizations/lock-organization-for.ts';
import { requireDefaultTeam } from './require-default-team.ts';
import { findSamlProvider, type SamlProviderKey } from './saml-provider-access.ts';
import { samlProviderFields } from './saml-provider-limits.ts';

/** The changes of a SAML provider. Absent leaves a value, null clears it; null is also a role. */
export const samlProviderChanges = z.object({
  ...samlProviderFields,
  label: samlProviderFields.label.optional(),
  entityID: samlProviderFields.entityID.nullable(),
  certificate: samlProviderFields.certificate.nullable(),
  ssoURL: samlProviderFields.ssoURL.nullable(),
  defaultTeam: samlProviderFields.defaultTeam.nullable(),
});

/**
 * Changes a SAML provider (interface, SSO). With another entity id or certificate, logins that were
 * answered and not finished are over.
 *
 * @throws NOT_FOUND, FORBIDDEN below `admin`, BAD_USER_INPUT for a default team that is not of the
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

/** What the provider said before somebody else may be it now: logins that it began do not end. */
async function endOpenLogins(transaction: PrismaTransaction, samlProviderId: string) {
  await transaction.samlLogin.deleteMany({ where: { samlProviderId, finishedAt: null } });
}

/** Returns what a row holds for a setting: the empty text for one that is cleared. */
function settingColumn(value: string | null | undefined): string | undefined {
  return value === null ? '' : value;
}
