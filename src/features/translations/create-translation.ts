import type { z } from 'zod';
import type { Row } from '../../builder.ts';
import type { Context } from '../../context.ts';
import type { PrismaTransaction } from '../../database/database.ts';
import { badField, conflict, nullIfNotFound } from '../../errors.ts';
import { newId } from '../../lib/id.ts';
import { lockOrganizationFor } from '../organizations/lock-organization-for.ts';
import { findOrganization } from '../organizations/organization-access.ts';
import { lockSpaceAuthorized } from '../spaces/lock-space-authorized.ts';
import { findSpace } from '../spaces/space-access.ts';
import { instructionsMarkdown } from './instructions.ts';
import { startRun } from './start-run.ts';
import { findTranslation } from './translation-access.ts';
import { TRANSLATIONS_MAX, type newTranslation } from './translation-limits.ts';

/**
 * Creates a translation of a space (interface, Translations) and starts its first run. Without a
 * translator the translation waits for one.
 *
 * @throws NOT_FOUND, FORBIDDEN below the role `create` or without the level `edit` on the source,
 *   BAD_USER_INPUT for a source outside the organization or for equal languages, CONFLICT when the
 *   organization is at its limit
 */
export async function createTranslation(
  context: Context,
  organizationId: string,
  input: z.output<typeof newTranslation>,
): Promise<Row<'Translation'>> {
  await findOrganization(context, organizationId, 'createContent');
  if (input.language === input.source.language) {
    throw badField(['input', 'language'], 'must be another language than that of the source');
  }
  await requireSource(context, organizationId, input.source.space);
  const translationId = await context.prepareAndWrite(
    () => instructionsMarkdown(input.instructions),
    (transaction, instructions) =>
      insertTranslation(context, transaction, organizationId, { ...input, instructions }),
  );
  return findTranslation(context, { organizationId, translationId });
}

/** @throws BAD_USER_INPUT for a space outside the organization, FORBIDDEN below `edit` */
async function requireSource(context: Context, organizationId: string, id: string): Promise<void> {
  const space = await findSpace(context, id, 'edit').catch(nullIfNotFound);
  if (space?.organizationId === organizationId) return;
  throw badField(['input', 'source', 'space'], 'must be a space of the organization');
}

async function insertTranslation(
  context: Context,
  transaction: PrismaTransaction,
  organizationId: string,
  {
    source,
    language,
    instructions,
  }: Omit<z.output<typeof newTranslation>, 'instructions'> & {
    instructions: string;
  },
): Promise<string> {
  await lockOrganizationFor(transaction, context.viewer, organizationId, 'createContent');
  await lockSpaceAuthorized(transaction, context.viewer, source.space, 'edit');
  const count = await transaction.translation.count({ where: { organizationId } });
  if (count >= TRANSLATIONS_MAX) {
    throw conflict(
      `An organization has at most ${TRANSLATIONS_MAX} translations, and this one does: ` +
        'delete one first.',
    );
  }
  const now = context.now();
  const id = newId('Translation');
  const translation = await transaction.translation.create({
    data: {
      ...{ id, organizationId, language, instructions },
      sourceSpaceId: source.space,
      sourceLanguage: source.language,
      createdAt: now,
      updatedAt: now,
    },
  });
  if (context.translator) await startRun(context, transaction, translation);
  return id;
}
