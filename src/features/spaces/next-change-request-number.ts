import type { Viewer } from '../../auth/viewer.ts';
import type { PrismaTransaction } from '../../database/database.ts';
import { lockSpaceFor } from './lock-space-for.ts';

/**
 * Takes the next change request number of a space, with the head as its base, and checks that the
 * viewer may still edit. The space stays locked, so that a failed transaction leaves no gap.
 *
 * @throws as lockSpaceFor does for the flag `edit`
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
