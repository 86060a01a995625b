import type { Connection } from './connection.ts';
import type { Loaders } from './loaders.ts';

/**
 * The first row of a parent's list for the viewer; null when there is none. Batched as lists are.
 */
export async function firstOf<Row extends object, Args>(
  loaders: Loaders,
  connection: Connection<Row, Args>,
  parent: { id: string },
  args: Args,
): Promise<Row | null> {
  const [first] = await firstRowsOf(loaders, connection, parent, args, 1);
  return first ?? null;
}

/** As many rows of a parent's list for the viewer, from its start. Batched as lists are. */
export async function firstRowsOf<Row extends object, Args>(
  loaders: Loaders,
  connection: Connection<Row, Args>,
  parent: { id: string },
  args: Args,
  size: number,
): Promise<Row[]> {
  const request = { size, backward: false, after: undefined, before: undefined };
  const { edges } = await loaders.page(connection, parent.id, args, request);
  return edges.map(({ node }) => node);
}
