import type { Row } from '../../builder.ts';
import type { Context } from '../../context.ts';
import { spaceSource } from './space-source.ts';

/**
 * The spaces of an organization that have exactly this title, without deleted ones and without
 * those that do not exist for the viewer. The oldest first.
 *
 * @param options.limit the most that are looked at
 */
export async function findSpacesByTitle(
  { db, loaders }: Context,
  organizationId: string,
  title: string,
  options: { limit: number },
): Promise<Row<'Space'>[]> {
  const found = await db.prisma.space.findMany({
    where: { organizationId, title, deletedAt: null },
    orderBy: { id: 'asc' },
    select: { id: true },
    take: options.limit,
  });
  const spaces = await Promise.all(found.map(({ id }) => loaders.one(spaceSource, id)));
  return spaces.filter((space) => space !== null);
}
