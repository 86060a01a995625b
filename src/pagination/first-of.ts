import type { Connection } from './connection.ts';
import type { Loaders } from './loaders.ts';

/** Returns the first visible row of a parent's list; null if there is none. Batched like lists. */
export async function firstOf<Row extends object, Args>(
  loaders: Loaders,
  connection: Connection<Row, Args>,
  parent: { id: string },
  args: Args,
): Promise<Row | null> {
  const [first] = await firstRowsOf(loaders, connection, parent, args, 1);
  return first ?? null;
}

/** Returns the first visible rows of a parent's list. Batched like lists. */
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
