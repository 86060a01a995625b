import { z } from 'zod';
import type { Row } from '../../../builder.ts';
import type { Context } from '../../../context.ts';
import type { PrismaTransaction } from '../../../database/database.ts';
import { alreadyUsed, badInput, notFound } from '../../../errors.ts';
import { conditionSchema } from '../../../lib/conditions/condition-schema.ts';
import { lockSiteFor } from '../lock-site-for.ts';
import { findSiteSection, type SiteSectionKey } from '../site-access.ts';
import { ICON_LENGTH_MAX, TITLE_LENGTH_MAX, TITLE_LENGTH_MIN } from '../site-limits.ts';
import { pathSegment } from '../site-path.ts';
import { setDefaultSiteSpace } from './defaults.ts';
import { siteSpaceSource } from './site-space-source.ts';
import { visibleText } from '../../../lib/visible-text.ts';

const DESCRIPTION_LENGTH_MAX = 256;

/**
 * Changes to a section (interface, Site sections). An absent field keeps its value, null removes
 * it.
 */
export const siteSectionChanges = z.object({
  title: visibleText.min(TITLE_LENGTH_MIN).max(TITLE_LENGTH_MAX).optional(),
  path: pathSegment.optional(),
  defaultSiteSpace: z.string().optional(),
  condition: conditionSchema.nullish(),
  icon: visibleText.min(1).max(ICON_LENGTH_MAX).nullish(),
  description: visibleText.max(DESCRIPTION_LENGTH_MAX).nullish(),
});

/**
 * Changes a section (interface, Site sections).
 *
 * @throws NOT_FOUND, FORBIDDEN below `create`, CONFLICT for a path that another section of the site
 *   has, BAD_USER_INPUT for a default that is not in the section
 */
export async function updateSiteSection(
  context: Context,
  key: SiteSectionKey,
  { defaultSiteSpace, ...columns }: z.output<typeof siteSectionChanges>,
): Promise<Row<'SiteSection'>> {
  const { id, siteId } = await findSiteSection(context, key, 'edit');
  const noDefault = badInput('"defaultSiteSpace" is not a site-space of the section.', [
    'input',
    'defaultSiteSpace',
  ]);
  if (
    defaultSiteSpace !== undefined &&
    !(await context.loaders.one(siteSpaceSource, defaultSiteSpace))
  ) {
    throw noDefault;
  }
  await context.write(async (transaction) => {
    await lockSiteFor(transaction, context.viewer, siteId);
    if (columns.path !== undefined)
      await requireFreePath(transaction, { id, siteId }, columns.path);
    const data = {
      ...columns,
      ...(columns.title !== undefined && { titleSpaceId: null }),
      ...(columns.path !== undefined && { pathSpaceId: null }),
    };
    const { count } = await transaction.siteSection.updateMany({ where: { id }, data });
    if (count === 0) throw notFound('site section', id);
    if (defaultSiteSpace === undefined) return;
    if (!(await setDefaultSiteSpace(transaction, { siteId, sectionId: id }, defaultSiteSpace))) {
      throw noDefault;
    }
  });
  return findSiteSection(context, key);
}

async function requireFreePath(
  transaction: PrismaTransaction,
  { id, siteId }: { id: string; siteId: string },
  path: string,
): Promise<void> {
  const taken = await transaction.siteSection.count({ where: { siteId, path, NOT: { id } } });
  if (taken > 0) throw alreadyUsed('path', path, 'section of this site');
}
