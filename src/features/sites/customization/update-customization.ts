import type { Context } from '../../../context.ts';
import type { Prisma } from '../../../database/generated/prisma/client.ts';
import { notFound, nullIfNotFound } from '../../../errors.ts';
import { lockSiteFor } from '../lock-site-for.ts';
import { findSite, findSiteSpace, type SiteKey, type SiteSpaceKey } from '../site-access.ts';
import type { CustomizationOverrides, CustomizationSettings } from './customization-schema.ts';
import { settingsOfSite, settingsOfSiteSpace } from './load-customization.ts';
import { mergeCustomization, type SettingsObject } from './merge-customization.ts';

const unmasked = { unmasked: true };

/**
 * Replaces the settings of a site (interface, Site customization).
 *
 * @throws NOT_FOUND, FORBIDDEN below `create`
 */
export async function updateSiteCustomization(
  context: Context,
  key: SiteKey,
  settings: CustomizationSettings,
): Promise<SettingsObject> {
  const { id: siteId } = await findSite(context, key, 'edit');
  const stored = settings as Prisma.InputJsonObject;
  await context.write(async (transaction) => {
    await lockSiteFor(transaction, context.viewer, siteId);
    await transaction.siteCustomization.upsert({
      where: { siteId },
      create: { siteId, settings: stored },
      update: { settings: stored },
    });
  });
  return settingsOfSite(context, await findSite(context, key), unmasked);
}

/**
 * Overrides settings of a site for one site-space (interface, Site customization).
 *
 * @throws NOT_FOUND, FORBIDDEN below `create`
 */
export async function overrideSiteSpaceCustomization(
  context: Context,
  key: SiteSpaceKey,
  changes: CustomizationOverrides,
): Promise<SettingsObject> {
  const { id: siteSpaceId, siteId } = await findSiteSpace(context, key, 'edit');
  await context.write(async (transaction) => {
    await lockSiteFor(transaction, context.viewer, siteId);
    const exists = await transaction.siteSpace.count({ where: { id: siteSpaceId, siteId } });
    if (exists === 0) throw notFound('site space', siteSpaceId);
    const before = await transaction.siteSpaceCustomization.findUnique({ where: { siteSpaceId } });
    const own = (before?.settings ?? {}) as SettingsObject;
    const settings = mergeCustomization(own, changes) as Prisma.InputJsonObject;
    await transaction.siteSpaceCustomization.upsert({
      where: { siteSpaceId },
      create: { siteSpaceId, settings },
      update: { settings },
    });
  });
  return settingsOfSiteSpace(context, await findSite(context, key), siteSpaceId, unmasked);
}

/**
 * Restores the settings of the site for a site-space. Succeeds if the site-space does not exist for
 * the viewer (interface, Errors).
 *
 * @throws FORBIDDEN below `create`
 */
export async function deleteSiteSpaceCustomization(
  context: Context,
  key: SiteSpaceKey,
): Promise<void> {
  const siteSpace = await findSiteSpace(context, key, 'edit').catch(nullIfNotFound);
  if (!siteSpace) return;
  await context
    .write(async (transaction) => {
      await lockSiteFor(transaction, context.viewer, siteSpace.siteId);
      const where = { siteSpaceId: siteSpace.id };
      await transaction.siteSpaceCustomization.deleteMany({ where });
    })
    .catch(nullIfNotFound);
}
