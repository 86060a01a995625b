import type { Database } from '../database/database.ts';
import { DEMO_ORGANIZATION_TITLE, sites } from './demo-plan.ts';

/** Returns the id of the published site of the demo; null if the demo is missing. */
export async function findDemoSite({ prisma }: Database): Promise<string | null> {
  const titles = sites.filter(({ published }) => published).map(({ title }) => title);
  const site = await prisma.site.findFirst({
    where: {
      published: true,
      title: { in: titles },
      organization: { title: DEMO_ORGANIZATION_TITLE },
    },
    orderBy: { id: 'asc' },
  });
  return site?.id ?? null;
}
