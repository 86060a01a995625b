import { deleteIfFound, type Context } from '../../context.ts';
import { requestCancellation } from '../../jobs/request-cancellation.ts';
import { lockOrganizationFor } from '../organizations/lock-organization-for.ts';
import { lockTranslation } from './lock-translation.ts';
import { findTranslation, lockSource, type TranslationKey } from './translation-access.ts';

/**
 * Deletes a translation and ends its run, but keeps the space that it created. Succeeds if the
 * translation does not exist for the viewer (interface, Errors).
 *
 * @throws FORBIDDEN without the role `create` and the level `edit` on the source
 */
export async function deleteTranslation(context: Context, key: TranslationKey): Promise<void> {
  const find = findTranslation(context, key, 'edit');
  await deleteIfFound(context, find, async (transaction, known) => {
    const { id, organizationId } = known;
    await lockOrganizationFor(transaction, context.viewer, organizationId, 'createContent');
    await lockSource(context, transaction, known, { deleted: true });
    const translation = await lockTranslation(transaction, id);
    if (translation?.underWay && translation.jobId !== null) {
      await requestCancellation(transaction, translation.jobId, context.now());
    }
    await transaction.translation.deleteMany({ where: { id } });
  });
}
