import type { Database } from '../database/database.ts';
import { addressOf, people, unfinishedTitle } from './demo-plan.ts';

/** Removes a demo whose making was ended before it was whole, with its people. */
export async function removeUnfinishedDemo({ prisma }: Database): Promise<void> {
  await prisma.$transaction(async (transaction) => {
    const { count } = await transaction.organization.deleteMany({
      where: { title: unfinishedTitle },
    });
    if (count === 0) return;
    await transaction.user.deleteMany({
      where: {
        email: { in: Object.keys(people).map(addressOf) },
        memberships: { none: {} },
        tokens: { none: {} },
      },
    });
  });
}
