import type { Row } from '../../builder.ts';
import type { Context } from '../../context.ts';
import { spaceSource } from './space-source.ts';

/**
 * Returns the visible, undeleted spaces of an organization with exactly this title, oldest first.
 *
 * @param options.limit maximum number of candidates
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
