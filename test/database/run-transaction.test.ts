import { describe, expect, it } from 'vitest';
import { sql, type PrismaTransaction } from '../../src/database/database.ts';
import { runTransaction } from '../../src/database/run-transaction.ts';
import { useOrganization, useWorld } from '../support/use-world.ts';

const world = useWorld();
const organization = useOrganization(world);

type CountUp = (transaction: PrismaTransaction, id: string) => Promise<unknown>;

/** Two transactions that count spaces up, each in its order, once both have done their first. */
function countSideBySide(orders: readonly (readonly string[])[], countUp: CountUp) {
  let arrivals = 0;
  let meet: () => void;
  const met = new Promise<void>((resolve) => (meet = resolve));
  return orders.map((ids) => async (transaction: PrismaTransaction) => {
    for (const id of ids) {
      await countUp(transaction, id);
      arrivals += 1;
      if (arrivals === orders.length) meet();
      await met;
    }
  });
}

describe('transactions that wait for each other', () => {
  it.each<[string, CountUp]>([
    [
      'in raw statements',
      (transaction, id) =>
        transaction.$executeRaw(
          sql`UPDATE spaces SET last_change_request = last_change_request + 1 WHERE id = ${id}`,
        ),
    ],
    [
      'in queries of Prisma',
      // The database adds: a number that was read before could be an old one.
      (transaction, id) =>
        transaction.space.update({ where: { id }, data: { lastChangeRequest: { increment: 1 } } }),
    ],
  ])('are both done in the end, %s', async (_where, countUp) => {
    const spaces = [await world.space(organization.id), await world.space(organization.id)];
    const ids = spaces.map(({ id }) => id);
    const works = countSideBySide([ids, ids.toReversed()], countUp);
    await Promise.all(works.map((work) => runTransaction(world.db, work)));
    const rows = await world.db.prisma.space.findMany({ where: { id: { in: ids } } });
    expect(rows.map(({ lastChangeRequest }) => lastChangeRequest)).toEqual([2, 2]);
  });
});
