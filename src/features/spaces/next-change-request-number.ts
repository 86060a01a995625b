import type { Viewer } from '../../auth/viewer.ts';
import type { PrismaTransaction } from '../../database/database.ts';
import { lockSpaceFor } from './lock-space-for.ts';

/**
 * Takes the next number for a change request of the space, and the head that it starts from, for a
 * viewer who still may edit. The space stays locked, so that a transaction which fails leaves no
 * gap.
 *
 * @throws what lockSpaceFor throws of the flag `edit`
 */
export async function nextChangeRequestNumber(
  transaction: PrismaTransaction,
  viewer: Viewer,
  spaceId: string,
): Promise<{ number: number; revisionId: string }> {
  const { lastChangeRequest, revisionId } = await lockSpaceFor(
    transaction,
    viewer,
    spaceId,
    'edit',
  );
  const number = lastChangeRequest + 1;
  await transaction.space.update({
    where: { id: spaceId },
    data: { lastChangeRequest: number },
  });
  return { number, revisionId };
}
