import { z } from 'zod';
import { lockPlace } from '../../auth/lock-place.ts';
import { roles } from '../../auth/roles.ts';
import type { Context } from '../../context.ts';
import { executeLast } from '../../database/direct-transaction.ts';
import { updateSql } from '../../database/write-sql.ts';
import type { WrittenRow } from '../../pagination/payload-row.ts';
import { findCollection } from './collection-access.ts';
import { COLLECTION_TITLE_LENGTH_MAX } from './create-collection.ts';
import { visibleText } from '../../lib/visible-text.ts';

/** Maximum length of a collection's description, in characters. */
const COLLECTION_DESCRIPTION_LENGTH_MAX = 100;

/**
 * Changes to a collection (interface, Collections). An absent field keeps its value, null clears
 * it.
 */
export const collectionChanges = z.object({
  title: visibleText.max(COLLECTION_TITLE_LENGTH_MAX).optional(),
  description: visibleText.max(COLLECTION_DESCRIPTION_LENGTH_MAX).nullish(),
  defaultLevel: z.enum([...roles, 'inherit']).nullish(),
});

/**
 * Changes the settings of a collection (interface, Collections).
 *
 * @throws NOT_FOUND, FORBIDDEN below `admin`
 */
export async function updateCollection(
  context: Context,
  id: string,
  changes: z.output<typeof collectionChanges>,
): Promise<WrittenRow> {
  const { organizationId } = await findCollection(context, id, 'admin');
  return context.write(async (transaction) => {
    const place = { kind: 'collection', id, organizationId } as const;
    await lockPlace(transaction, context.viewer, place, 'admin');
    await executeLast(transaction, updateSql('collections', { id }, changes));
    return { id };
  });
}
