import type { Connection } from './connection.ts';
import type { Loaders } from './loaders.ts';

/**
 * The first row of a parent's list for the viewer; null when there is none. Batched as lists are.
 */
export async function firstOf<Row, Args>(
  loaders: Loaders,
  connection: Connection<Row, Args>,
  parentId: string,
  args: Args,
): Promise<Row | null> {
  const request = { size: 1, backward: false, after: undefined, before: undefined };
  const { edges } = await loaders.page(connection, parentId, args, request);
  return edges[0]?.node ?? null;
}
