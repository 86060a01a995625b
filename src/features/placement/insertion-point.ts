import type { PrismaTransaction } from '../../database/database.ts';
import { itemsIn, siblingBeside, type Item, type Parent } from '../collections/siblings.ts';
import { placeItems } from '../collections/place-items.ts';
import { evenPositions, shortPositionsBetween } from '../../lib/position.ts';

/** An insertion point between two adjacent siblings; null at an end. */
export interface InsertionPoint {
  after: Item | null;
  before: Item | null;
}

/** Returns the insertion point at an item's current position. */
export async function insertionPointOf(
  transaction: PrismaTransaction,
  parent: Parent,
  item: Item,
): Promise<InsertionPoint> {
  const beside = { of: item, not: item.id };
  return {
    after: await siblingBeside(transaction, parent, { side: 'before', ...beside }),
    before: await siblingBeside(transaction, parent, { side: 'after', ...beside }),
  };
}

/** Checks whether an item comes before another one in the order of siblings. */
export function precedes(item: Item, other: Item): boolean {
  if (item.position !== other.position) return item.position < other.position;
  return item.id < other.id;
}

/**
 * Inserts items at an insertion point, in order. Writes only these items, unless there are no short
 * positions left between the siblings. The caller must hold the lock of the parent.
 */
export async function placeAt(
  transaction: PrismaTransaction,
  parent: Parent,
  { after, before }: InsertionPoint,
  items: readonly Item[],
): Promise<void> {
  const positions = shortPositionsBetween(
    after?.position ?? null,
    before?.position ?? null,
    items.length,
  );
  if (positions) {
    await place(transaction, parent, items, positions);
    return;
  }
  const placed = new Set(items.map(({ id }) => id));
  const others = (await itemsIn(transaction, parent)).filter(({ id }) => !placed.has(id));
  const index = others.findIndex(({ id }) => id === after?.id) + 1;
  const all = others.toSpliced(index, 0, ...items);
  await place(transaction, parent, all, evenPositions(all.length));
}

/** Moves items to a parent, each to the position with the same index. */
async function place(
  transaction: PrismaTransaction,
  parent: Parent,
  items: readonly Item[],
  positions: readonly string[],
): Promise<void> {
  for (const wanted of ['collection', 'space'] as const) {
    const ofKind = items.flatMap(({ kind, id }, index) =>
      kind === wanted ? [[id, positions[index] ?? ''] as const] : [],
    );
    await placeItems(transaction, wanted, parent, new Map(ofKind));
  }
}
