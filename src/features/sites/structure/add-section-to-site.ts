import { z } from 'zod';
import type { Row } from '../../../builder.ts';
import type { Context } from '../../../context.ts';
import type { PrismaTransaction } from '../../../database/database.ts';
import { conflict } from '../../../errors.ts';
import { newId } from '../../../lib/id.ts';
import { positionBehind } from '../../../lib/position.ts';
import { lockSiteFor } from '../lock-site-for.ts';
import { findSite, findSiteSection, type SiteKey } from '../site-access.ts';
import {
  ICON_LENGTH_MAX,
  SECTIONS_MAX,
  TITLE_LENGTH_MAX,
  TITLE_LENGTH_MIN,
} from '../site-limits.ts';
import { defaultTitles } from '../shown-names-sql.ts';
import { freePath } from '../site-path.ts';
import { titleFromSpace, type CopiedTitle } from '../title-from-space.ts';
import { insertSiteSpace } from './insert-site-space.ts';
import { findShownSpace } from './shown-space.ts';
import { entriesIn, readEntries } from './structure-entries.ts';
import { visibleText } from '../../../lib/visible-text.ts';

/** Input for a new section (interface, Site sections). */
export const newSiteSection = z.object({
  spaceId: z.string(),
  title: visibleText.min(TITLE_LENGTH_MIN).max(TITLE_LENGTH_MAX).nullish(),
  icon: visibleText.min(1).max(ICON_LENGTH_MAX).nullish(),
});

/**
 * Adds a section at the end of a site, with a space as its first site-space (interface, Site
 * sections). The title defaults to that of the space if all members may view it. The first section
 * of a site is its default. On a site without sections, existing site-spaces first move into a
 * section of their own, so that published content remains and the site opens as before.
 *
 * @throws NOT_FOUND for a site or a space that does not exist for the viewer, FORBIDDEN below
 *   `create`, BAD_USER_INPUT for a space of another organization, CONFLICT when the site shows the
 *   space already or is full
 */
export async function addSectionToSite(
  context: Context,
  key: SiteKey,
  { spaceId, title, icon }: z.output<typeof newSiteSection>,
): Promise<Row<'SiteSection'>> {
  const site = await findSite(context, key, 'edit');
  const space = await findShownSpace(context, site.organizationId, spaceId, ['input', 'spaceId']);
  const siteSectionId = await context.write(async (transaction) => {
    await lockSiteFor(transaction, context.viewer, site.id);
    await wrapRootLevel(transaction, site.id);
    const sectionTitle =
      title == null
        ? await titleFromSpace(transaction, space, defaultTitles.section)
        : { title, titleSpaceId: null };
    const sectionId = await insertSection(transaction, site.id, sectionTitle, icon ?? null);
    await insertSiteSpace(transaction, site.id, sectionId, space);
    return sectionId;
  });
  return findSiteSection(context, { ...key, siteSectionId });
}

/** Moves the root level into a section, whose title is that of the default space. */
async function wrapRootLevel(transaction: PrismaTransaction, siteId: string): Promise<void> {
  const root = await transaction.siteSpace.findFirst({
    where: { siteId, sectionId: null },
    orderBy: { isDefault: 'desc' },
    select: { space: { select: { id: true, title: true } } },
  });
  if (!root) return;
  const title = await titleFromSpace(transaction, root.space, defaultTitles.section);
  const sectionId = await insertSection(transaction, siteId, title, null);
  await transaction.siteSpace.updateMany({
    where: { siteId, sectionId: null },
    data: { sectionId },
  });
}

async function insertSection(
  transaction: PrismaTransaction,
  siteId: string,
  { title, titleSpaceId }: CopiedTitle,
  icon: string | null,
): Promise<string> {
  const sections = await transaction.siteSection.findMany({
    where: { siteId },
    select: { path: true },
  });
  if (sections.length >= SECTIONS_MAX) {
    throw conflict(`A site has at most ${SECTIONS_MAX} sections, and this one does.`);
  }
  const siblings = entriesIn(await readEntries(transaction, siteId), null);
  const id = newId('SiteSection');
  await transaction.siteSection.create({
    data: {
      id,
      siteId,
      title,
      titleSpaceId,
      icon,
      path: freePath(title, new Set(sections.map(({ path }) => path)), 'section'),
      pathSpaceId: titleSpaceId,
      isDefault: sections.length === 0,
      position: positionBehind(siblings),
    },
  });
  return id;
}
