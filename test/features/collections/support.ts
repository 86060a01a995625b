import { newId } from '../../../src/lib/id.ts';
import type { World } from '../../support/world.ts';

/** Collections in each other, the outermost at the top; their ids, from the top. */
export async function nest(world: World, organizationId: string, count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const parentId = ids.at(-1);
    const { id } = await world.collection(organizationId, parentId ? { parentId } : {});
    ids.push(id);
  }
  return ids;
}

/** Puts many spaces and collections into a collection, or at the top (null), at once. */
export async function fillPlace(
  world: World,
  organizationId: string,
  parentId: string | null,
  counts: { spaces: number; collections?: number },
): Promise<void> {
  const { prisma } = world.db;
  const { revisionId } = await world.space(organizationId);
  const tag = newId('Space').slice(3);
  await prisma.$executeRaw`
    INSERT INTO spaces (id, organization_id, parent_id, title, revision_id, position)
    SELECT 'sp_' || ${tag} || n, ${organizationId}, ${parentId}, 'Space ' || n, ${revisionId},
      'b' || lpad(n::text, 6, '0') || 'V'
    FROM generate_series(1, ${counts.spaces}::int) n`;
  await prisma.$executeRaw`
    INSERT INTO collections (id, organization_id, parent_id, title, position)
    SELECT 'col_' || ${tag} || n, ${organizationId}, ${parentId}, 'Collection ' || n,
      'c' || lpad(n::text, 6, '0') || 'V'
    FROM generate_series(1, ${counts.collections ?? 0}::int) n`;
}
