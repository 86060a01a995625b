import type { Client } from '../../support/client.ts';
import type { World } from '../../support/world.ts';

/** How `/v1` points at a space or a collection, by its id. */
export function pointer(id: string): object {
  return id.startsWith('sp_')
    ? { type: 'space', space: id }
    : { type: 'collection', collection: id };
}

/** The address of a space or a collection, by its id. */
export function urlOf(id: string): string {
  return `/v1/${id.startsWith('sp_') ? 'spaces' : 'collections'}/${id}`;
}

/** Moves a space or a collection; answers the status. */
export async function move(
  client: Client,
  id: string,
  to: { parent?: string | null; before?: string; after?: string },
): Promise<number> {
  const { parent, before, after } = to;
  const sides = {
    ...(before !== undefined && { before: pointer(before) }),
    ...(after !== undefined && { after: pointer(after) }),
  };
  const body = {
    ...(parent !== undefined && { parent }),
    ...(Object.keys(sides).length > 0 && { position: sides }),
  };
  return (await client.post(`${urlOf(id)}/move`, body)).status;
}

/** The ids of what lies in a collection, or at the top (null), in their order. */
export async function idsIn(
  world: World,
  organizationId: string,
  parentId: string | null,
): Promise<string[]> {
  const rows = await world.db.prisma.$queryRaw<{ id: string }[]>`
    SELECT id FROM collection_items WHERE organization_id = ${organizationId}
      AND parent_id IS NOT DISTINCT FROM ${parentId} ORDER BY position, id`;
  return rows.map(({ id }) => id);
}
