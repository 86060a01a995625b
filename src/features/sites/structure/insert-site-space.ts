import type { PrismaTransaction } from '../../../database/database.ts';
import { conflict } from '../../../errors.ts';
import { newId } from '../../../lib/id.ts';
import { positionBehind } from '../../../lib/position.ts';
import { keepOwner } from '../../spaces/lock-space.ts';
import { SITE_SPACES_MAX } from '../site-limits.ts';
import { freePath } from '../site-path.ts';
import { readSiteSpaces } from './site-space-level.ts';

/** Space to show, with the title from which its path is derived. */
export interface ShownSpace {
  id: string;
  title: string;
}

/**
 * Inserts a space at the end of a section, or of the root level if the section is null. The first
 * one on a level becomes the default. The caller holds the lock of the site.
 *
 * @returns the id of the new site-space
 * @throws CONFLICT when the site shows the space already or is at its limit, and when the space
 *   left the organization
 */
export async function insertSiteSpace(
  transaction: PrismaTransaction,
  siteId: string,
  sectionId: string | null,
  space: ShownSpace,
): Promise<string> {
  await keepOwner(transaction, space.id, await ownerOf(transaction, siteId));
  await requireRoom(transaction, siteId, space);
  const siblings = await readSiteSpaces(transaction, { siteId, sectionId });
  const id = newId('SiteSpace');
  await transaction.siteSpace.create({
    data: {
      id,
      siteId,
      sectionId,
      spaceId: space.id,
      path: freePath(space.title, new Set(siblings.map(({ path }) => path)), 'space'),
      isDefault: siblings.length === 0,
      position: positionBehind(siblings),
    },
  });
  return id;
}

async function ownerOf(transaction: PrismaTransaction, siteId: string): Promise<string> {
  const site = await transaction.site.findUniqueOrThrow({
    where: { id: siteId },
    select: { organizationId: true },
  });
  return site.organizationId;
}

async function requireRoom(
  transaction: PrismaTransaction,
  siteId: string,
  space: ShownSpace,
): Promise<void> {
  const same = await transaction.siteSpace.count({ where: { siteId, spaceId: space.id } });
  if (same > 0) throw conflict(`The site shows the space "${space.title}" already.`);
  if ((await transaction.siteSpace.count({ where: { siteId } })) >= SITE_SPACES_MAX) {
    throw conflict(`A site shows at most ${SITE_SPACES_MAX} spaces, and this one does.`);
  }
}
