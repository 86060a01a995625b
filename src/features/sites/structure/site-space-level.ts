import type { PrismaTransaction } from '../../../database/database.ts';

/** Level of a site-space: a section, or the root level if the section is null. */
export interface SiteSpaceLevel {
  siteId: string;
  sectionId: string | null;
}

/** Site-space among its siblings. */
interface SiteSpaceSibling {
  id: string;
  path: string;
  position: string;
}

/** Reads the site-spaces of a level in order. The caller holds the lock of the site. */
export function readSiteSpaces(
  transaction: PrismaTransaction,
  level: SiteSpaceLevel,
): Promise<SiteSpaceSibling[]> {
  return transaction.siteSpace.findMany({
    where: level,
    orderBy: [{ position: 'asc' }, { id: 'asc' }],
    select: { id: true, path: true, position: true },
  });
}
