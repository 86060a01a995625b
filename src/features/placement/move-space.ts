import type { z } from 'zod';
import type { Row } from '../../builder.ts';
import type { Context } from '../../context.ts';
import { findSpace, readSpace } from '../spaces/space-access.ts';
import { moveItem, type destination } from './move-item.ts';

/**
 * Moves a space within its organization (interface, Spaces).
 *
 * @throws NOT_FOUND, FORBIDDEN below `admin` on it, CONFLICT when it is deleted, and the errors of
 *   moveItem
 */
export async function moveSpace(
  context: Context,
  id: string,
  to: z.output<typeof destination>,
): Promise<Row<'Space'>> {
  const { organizationId, parentId } = await findSpace(context, id, 'admin');
  await moveItem(context, { kind: 'space', id, organizationId, parentId }, to);
  return readSpace(context, id);
}
