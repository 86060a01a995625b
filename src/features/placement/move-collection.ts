import type { z } from 'zod';
import type { Row } from '../../builder.ts';
import type { Context } from '../../context.ts';
import { findCollection, readCollection } from '../collections/collection-access.ts';
import { moveItem, type destination } from './move-item.ts';

/**
 * Moves a collection and its content within its organization (interface, Collections).
 *
 * @throws NOT_FOUND, FORBIDDEN below `admin` on it, and the errors of moveItem
 */
export async function moveCollection(
  context: Context,
  id: string,
  to: z.output<typeof destination>,
): Promise<Row<'Collection'>> {
  const { organizationId, parentId } = await findCollection(context, id, 'admin');
  await moveItem(context, { kind: 'collection', id, organizationId, parentId }, to);
  return readCollection(context, id);
}
