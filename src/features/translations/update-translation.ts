import type { z } from 'zod';
import type { Row } from '../../builder.ts';
import type { Context } from '../../context.ts';
import { notFound } from '../../errors.ts';
import { lockOrganizationFor } from '../organizations/lock-organization-for.ts';
import { instructionsMarkdown } from './instructions.ts';
import { findTranslation, lockSource, type TranslationKey } from './translation-access.ts';
import type { translationChanges } from './translation-limits.ts';

/**
 * Changes the instructions of a translation (interface, Translations). The next run translates
 * everything again.
 *
 * @throws NOT_FOUND, FORBIDDEN without the role `create` and the level `edit` on the source,
 *   BAD_USER_INPUT for an invalid document
 */
export async function updateTranslation(
  context: Context,
  key: TranslationKey,
  input: z.output<typeof translationChanges>,
): Promise<Row<'Translation'>> {
  const known = await findTranslation(context, key, 'edit');
  const { id, instructions: stored } = known;
  await context.prepareAndWrite(
    () => instructionsMarkdown(input.instructions, stored),
    async (transaction, instructions) => {
      await lockOrganizationFor(transaction, context.viewer, key.organizationId, 'createContent');
      await lockSource(context, transaction, known, { deleted: true });
      const { count } = await transaction.translation.updateMany({
        where: { id },
        data: { instructions, updatedAt: context.now() },
      });
      if (count === 0) throw notFound('translation', id);
    },
  );
  return findTranslation(context, key);
}
