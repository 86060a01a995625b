import type { Row } from '../../builder.ts';
import type { Context } from '../../context.ts';
import { conflict, notFound } from '../../errors.ts';
import { deletedSpace } from '../spaces/deleted-space.ts';
import { lockOrganizationFor } from '../organizations/lock-organization-for.ts';
import { lockTranslation } from './lock-translation.ts';
import { NO_TRANSLATOR } from './no-translator.ts';
import { SOURCE_MOVED } from './source-moved.ts';
import { startRun } from './start-run.ts';
import {
  findTranslation,
  loadSource,
  lockSource,
  type TranslationKey,
} from './translation-access.ts';

/**
 * Starts a run that translates the changes since the last one.
 *
 * @throws NOT_FOUND, FORBIDDEN without the role `create` and the level `edit` on the source,
 *   CONFLICT during a run, when the source is deleted or in another organization, and without a
 *   translator
 */
export async function runTranslation(
  context: Context,
  key: TranslationKey,
): Promise<Row<'Translation'>> {
  const known = await findTranslation(context, key, 'edit');
  const { id } = known;
  const source = await loadSource(context, known);
  if (!source) throw conflict(`${SOURCE_MOVED.message} ${SOURCE_MOVED.remedy}`);
  if (source.deletedAt) throw deletedSpace(source);
  if (!context.translator) throw conflict(`${NO_TRANSLATOR.message} ${NO_TRANSLATOR.remedy}`);
  await context.write(async (transaction) => {
    const { viewer } = context;
    await lockOrganizationFor(transaction, viewer, key.organizationId, 'createContent');
    await lockSource(context, transaction, known, { deleted: false });
    const translation = await lockTranslation(transaction, id);
    if (!translation) throw notFound('translation', id);
    if (translation.underWay) {
      throw conflict('A run is under way: wait for its end, or cancel its job.');
    }
    await startRun(context, transaction, translation);
  });
  return findTranslation(context, key);
}
