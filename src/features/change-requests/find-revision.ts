import type { PrismaTransaction } from '../../database/database.ts';
import type { Revision } from '../../database/generated/prisma/client.ts';
import { badField, staleRevision, type InputPath } from '../../errors.ts';
import { revisionOfSpace } from '../../revisions/store/revisions-by-id.ts';

/** Returns a revision of a space by id. @throws BAD_USER_INPUT if it does not exist */
export async function findRevision(
  transaction: PrismaTransaction,
  spaceId: string,
  id: string,
  path: InputPath,
): Promise<Revision> {
  const revision = await revisionOfSpace(transaction, spaceId, id);
  if (!revision) throw badField(path, `is not a revision of this space: ${JSON.stringify(id)}`);
  return revision;
}

/** @throws STALE_REVISION when the expected revision is not the head */
export function requireHead(
  head: Pick<Revision, 'id'>,
  expectedRevision: string | undefined,
): void {
  if (expectedRevision !== undefined && expectedRevision !== head.id) {
    throw staleRevision(expectedRevision, head.id);
  }
}
