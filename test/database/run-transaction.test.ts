import { describe, expect, it } from 'vitest';
import { sql, type PrismaTransaction } from '../../src/database/database.ts';
import { runTransaction } from '../../src/database/run-transaction.ts';
import { useWorld } from '../support/use-world.ts';

const world = useWorld();

type Rename = (transaction: PrismaTransaction, id: string) => Promise<unknown>;

/** Two transactions that rename users, each in its order, once both have renamed their first. */
function renameSideBySide(orders: readonly (readonly string[])[], rename: Rename) {
  let arrivals = 0;
  let meet: () => void;
  const met = new Promise<void>((resolve) => (meet = resolve));
  return orders.map((ids) => async (transaction: PrismaTransaction) => {
    for (const id of ids) {
      await rename(transaction, id);
      arrivals += 1;
      if (arrivals === orders.length) meet();
      await met;
    }
  });
}

describe('transactions that wait for each other', () => {
  it.each<[string, Rename]>([
    [
      'in raw statements',
      (transaction, id) =>
        transaction.$executeRaw(
          sql`UPDATE users SET display_name = display_name || '!' WHERE id = ${id}`,
        ),
    ],
    [
      'in queries of Prisma',
      async (transaction, id) => {
        const { displayName } = await transaction.user.findUniqueOrThrow({ where: { id } });
        await transaction.user.update({ where: { id }, data: { displayName: `${displayName}!` } });
      },
    ],
  ])('are both done in the end, %s', async (_where, rename) => {
    const users = [await world.user('Ann'), await world.user('Bob')].map(({ userId }) => userId);
    const orders = [users, users.toReversed()];
    const works = renameSideBySide(orders, rename);
    await Promise.all(works.map((work) => runTransaction(world.db, work)));
    const names = await world.db.prisma.user.findMany({
      where: { id: { in: users } },
      select: { displayName: true },
      orderBy: { displayName: 'asc' },
    });
    expect(names.map(({ displayName }) => displayName)).toEqual(['Ann!!', 'Bob!!']);
  });
});
