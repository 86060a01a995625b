import type { Database } from '../database/database.ts';
import { addressOf, people, unfinishedTitle } from './demo-plan.ts';

/** Removes an incomplete demo, which an earlier start did not finish, with its users. */
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
