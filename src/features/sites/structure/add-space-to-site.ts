import { z } from 'zod';
import type { Row } from '../../../builder.ts';
import type { Context } from '../../../context.ts';
import type { PrismaTransaction } from '../../../database/database.ts';
import { notFound } from '../../../errors.ts';
import { lockSiteFor } from '../lock-site-for.ts';
import { findSite, findSiteSection, findSiteSpace, type SiteKey } from '../site-access.ts';
import { insertSiteSpace } from './insert-site-space.ts';
import { findShownSpace } from './shown-space.ts';

/** Input for a new site-space (interface, Site spaces). */
export const newSiteSpace = z.object({ spaceId: z.string(), sectionId: z.string().optional() });

/**
 * Adds a space at the end of a section, by default the default section. On a site without sections,
 * adds it to the root level (interface, Site spaces).
 *
 * @throws NOT_FOUND for a site, a section or a space that does not exist for the viewer, FORBIDDEN
 *   below `create`, BAD_USER_INPUT for a space of another organization, CONFLICT when the site
 *   shows the space already or is full
 */
export async function addSpaceToSite(
  context: Context,
  key: SiteKey,
  { spaceId, sectionId }: z.output<typeof newSiteSpace>,
): Promise<Row<'SiteSpace'>> {
  const site = await findSite(context, key, 'edit');
  if (sectionId !== undefined) {
    await findSiteSection(context, { ...key, siteSectionId: sectionId });
  }
  const space = await findShownSpace(context, site.organizationId, spaceId, ['input', 'spaceId']);
  const siteSpaceId = await context.write(async (transaction) => {
    await lockSiteFor(transaction, context.viewer, site.id);
    const section = await sectionFor(transaction, site.id, sectionId);
    return insertSiteSpace(transaction, site.id, section, space);
  });
  return findSiteSpace(context, { ...key, siteSpaceId });
}

/** Returns the given section if it still exists, else the default one; null without sections. */
async function sectionFor(
  transaction: PrismaTransaction,
  siteId: string,
  sectionId: string | undefined,
): Promise<string | null> {
  const section = await transaction.siteSection.findFirst({
    where: { siteId, ...(sectionId === undefined ? { isDefault: true } : { id: sectionId }) },
    select: { id: true },
  });
  if (sectionId !== undefined && !section) throw notFound('site section', sectionId);
  return section?.id ?? null;
}
