import { z } from 'zod';
import type { Row } from '../../../builder.ts';
import type { Context } from '../../../context.ts';
import type { PrismaTransaction } from '../../../database/database.ts';
import { alreadyUsed, notFound } from '../../../errors.ts';
import { conditionSchema } from '../../../lib/conditions/condition-schema.ts';
import { lockSiteFor } from '../lock-site-for.ts';
import { keepOwner } from '../../spaces/lock-space.ts';
import { findShownSpace } from './shown-space.ts';
import { findSiteSpace, type SiteSpaceKey } from '../site-access.ts';
import { pathSegment } from '../site-path.ts';

/**
 * Changes to a site-space (interface, Site spaces). An absent field keeps its value, null removes
 * it.
 */
export const siteSpaceChanges = z.object({
  path: pathSegment.optional(),
  condition: conditionSchema.nullish(),
  spaceId: z.string().optional(),
});

type SiteSpaceChanges = z.output<typeof siteSpaceChanges>;

/**
 * Changes a site-space, or replaces its space under the same address (interface, Site spaces).
 *
 * @throws NOT_FOUND, FORBIDDEN below `create`, CONFLICT for a path that a sibling has or a space
 *   that the site shows already, BAD_USER_INPUT for a space of another organization
 */
export async function updateSiteSpace(
  context: Context,
  key: SiteSpaceKey,
  changes: SiteSpaceChanges,
): Promise<Row<'SiteSpace'>> {
  const { id, siteId } = await findSiteSpace(context, key, 'edit');
  if (changes.spaceId !== undefined) {
    await findShownSpace(context, key.organizationId, changes.spaceId, ['input', 'spaceId']);
  }
  await context.write(async (transaction) => {
    await lockSiteFor(transaction, context.viewer, siteId);
    if (changes.spaceId !== undefined) {
      await keepOwner(transaction, changes.spaceId, key.organizationId);
    }
    await requireFree(transaction, id, changes);
    await transaction.siteSpace.update({ where: { id }, data: changes });
  });
  return findSiteSpace(context, key);
}

/**
 * Requires that no sibling has the path, and that no other site-space of the site shows the space.
 */
async function requireFree(
  transaction: PrismaTransaction,
  id: string,
  { path, spaceId }: SiteSpaceChanges,
): Promise<void> {
  const siteSpace = await transaction.siteSpace.findUnique({ where: { id } });
  if (!siteSpace) throw notFound('site space', id);
  const { siteId, sectionId } = siteSpace;
  if (path !== undefined) {
    const where = { siteId, sectionId, path, NOT: { id } };
    if ((await transaction.siteSpace.count({ where })) > 0) {
      throw alreadyUsed('path', path, 'site-space beside this one');
    }
  }
  if (spaceId !== undefined) {
    const where = { siteId, spaceId, NOT: { id } };
    if ((await transaction.siteSpace.count({ where })) > 0) {
      throw alreadyUsed('spaceId', spaceId, 'site-space of this site');
    }
  }
}
