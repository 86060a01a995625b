import type { Database } from '../database/database.ts';
import type { Site } from '../database/generated/prisma/client.ts';
import { DEMO_ORGANIZATION_TITLE, sites } from './demo-plan.ts';

/** Returns the published site of the demo; null if the demo is missing. */
export function findDemoSite({ prisma }: Database): Promise<Site | null> {
  const titles = sites.filter(({ published }) => published).map(({ title }) => title);
  return prisma.site.findFirst({
    where: {
      published: true,
      title: { in: titles },
      organization: { title: DEMO_ORGANIZATION_TITLE },
    },
    orderBy: { id: 'asc' },
  });
}
