import type { Row } from '../../builder.ts';
import type { Context } from '../../context.ts';
import type { PrismaTransaction } from '../../database/database.ts';
import { forbidden, notFound, type AppError } from '../../errors.ts';
import type { Loaders } from '../../pagination/loaders.ts';
import { organizationPermissions } from '../organizations/organization-access.ts';
import { lockSpaceFor } from '../spaces/lock-space-for.ts';
import { spacePermissions } from '../spaces/space-access.ts';
import { spaceSource } from '../spaces/space-source.ts';
import { translationSource } from './translation-source.ts';

/** What names a translation, as a path on `/v1` has it. */
export interface TranslationKey {
  organizationId: string;
  translationId: string;
}

/** The flags of a translation (interface, Translation). */
export interface TranslationPermissions {
  view: boolean;
  edit: boolean;
}

/**
 * What the viewer may do with a translation that they see: to edit and run it takes the role
 * `create`, since it makes a space, and the level `edit` on the source while that is there, in the
 * organization.
 */
export async function translationPermissions(
  context: Pick<Context, 'loaders' | 'viewer'>,
  translation: Row<'Translation'>,
): Promise<TranslationPermissions> {
  const { createContent } = organizationPermissions(context.viewer, translation.organizationId);
  if (!createContent) return { view: true, edit: false };
  const source = await loadSource(context, translation);
  return { view: true, edit: source === null || spacePermissions(source).edit };
}

/** What the viewer may not do whose level on the source is too low. */
export function noEditorOf({ title }: Pick<Row<'Space'>, 'title'>): AppError {
  return forbidden(`change or run a translation of the space "${title}"`, 'edit');
}

/** The source of a translation; null when it went to another organization. */
export async function loadSource(
  { loaders }: Pick<Context, 'loaders'>,
  { organizationId, sourceSpaceId }: Row<'Translation'>,
): Promise<Row<'Space'> | null> {
  const source = await loaders.one(spaceSource, sourceSpaceId);
  return source?.organizationId === organizationId ? source : null;
}

/**
 * Holds the source of a translation, for a viewer who may still edit it; one that went to another
 * organization is not needed to change or delete what came of it.
 *
 * @param options.deleted also takes a deleted source
 * @throws what lockSpaceFor throws of the flag `edit`
 */
export async function lockSource(
  context: Context,
  transaction: PrismaTransaction,
  translation: Row<'Translation'>,
  options: { deleted: boolean },
): Promise<void> {
  const source = await loadSource(context, translation);
  if (source) await lockSpaceFor(transaction, context.viewer, source.id, 'edit', options);
}

/** The translation with those ids; null when it does not exist for the viewer. */
export async function loadTranslation(
  loaders: Loaders,
  { organizationId, translationId }: TranslationKey,
): Promise<Row<'Translation'> | null> {
  const translation = await loaders.one(translationSource, translationId);
  return translation?.organizationId === organizationId ? translation : null;
}

/**
 * The translation with those ids, to read or to edit it.
 *
 * @throws NOT_FOUND when it does not exist for the viewer, FORBIDDEN to edit it without the role
 *   `create` and the level `edit` on its source
 */
export async function findTranslation(
  context: Context,
  key: TranslationKey,
  flag: keyof TranslationPermissions = 'view',
): Promise<Row<'Translation'>> {
  const translation = await loadTranslation(context.loaders, key);
  if (!translation) throw notFound('translation', key.translationId);
  if (flag === 'edit' && !(await translationPermissions(context, translation)).edit) {
    const { createContent } = organizationPermissions(context.viewer, key.organizationId);
    const source = createContent && (await loadSource(context, translation));
    if (source) throw noEditorOf(source);
    throw forbidden('change or run a translation in the organization', 'create');
  }
  return translation;
}
