import type { PrismaTransaction } from '../../../database/database.ts';

/** Where a site-space lies: in a section, or at the root level where that is null. */
export interface SiteSpaceLevel {
  siteId: string;
  sectionId: string | null;
}

/** A site-space among those beside it. */
interface SiteSpaceSibling {
  id: string;
  path: string;
  position: string;
}

/** The site-spaces of a level, in their order. The caller holds the lock of the site. */
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
