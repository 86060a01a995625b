import type { Row } from '../../builder.ts';
import type { Context } from '../../context.ts';
import type { PrismaTransaction } from '../../database/database.ts';
import { forbidden, notFound, type AppError } from '../../errors.ts';
import { organizationPermissions } from '../organizations/organization-access.ts';
import { lockSpaceAuthorized } from '../spaces/lock-space-authorized.ts';
import { spacePermissions } from '../spaces/space-access.ts';
import { spaceSource } from '../spaces/space-source.ts';
import { translationSource } from './translation-source.ts';

/** Natural key of a translation, as in a `/v1` path. */
export interface TranslationKey {
  organizationId: string;
  translationId: string;
}

/** Permission flags of a translation (interface, Translation). */
export interface TranslationPermissions {
  view: boolean;
  edit: boolean;
}

/**
 * Returns the viewer's permissions for a visible translation. Editing and running it require the
 * role `create`, since a run creates a space. They also require the level `edit` on the source as
 * long as it is in the organization.
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

/** Returns the error for a viewer whose level on the source is too low. */
export function noEditorOf({ title }: Pick<Row<'Space'>, 'title'>): AppError {
  return forbidden(`change or run a translation of the space "${title}"`, 'edit');
}

/** Loads the source of a translation; null if it moved to another organization. */
export function loadSource(
  { loaders }: Pick<Context, 'loaders'>,
  { organizationId, sourceSpaceId }: Row<'Translation'>,
): Promise<Row<'Space'> | null> {
  return loaders.oneIn(spaceSource, sourceSpaceId, 'organizationId', organizationId);
}

/**
 * Locks the source of a translation, and checks that the viewer may still edit it. A source that
 * moved to another organization is not needed to change or delete the translation.
 *
 * @param options.deleted also accepts a deleted source
 * @throws as lockSpaceAuthorized does for the flag `edit`
 */
export async function lockSource(
  context: Context,
  transaction: PrismaTransaction,
  translation: Row<'Translation'>,
  options: { deleted: boolean },
): Promise<void> {
  const source = await loadSource(context, translation);
  if (source) await lockSpaceAuthorized(transaction, context.viewer, source.id, 'edit', options);
}

/**
 * Finds a translation by its key, to read or to edit it.
 *
 * @throws NOT_FOUND when it does not exist for the viewer, FORBIDDEN to edit it without the role
 *   `create` and the level `edit` on its source
 */
export async function findTranslation(
  context: Context,
  key: TranslationKey,
  flag: keyof TranslationPermissions = 'view',
): Promise<Row<'Translation'>> {
  const { organizationId, translationId } = key;
  const translation = await context.loaders.oneIn(
    translationSource,
    translationId,
    'organizationId',
    organizationId,
  );
  if (!translation) throw notFound('translation', translationId);
  if (flag === 'edit' && !(await translationPermissions(context, translation)).edit) {
    const { createContent } = organizationPermissions(context.viewer, organizationId);
    const source = createContent && (await loadSource(context, translation));
    if (source) throw noEditorOf(source);
    throw forbidden('change or run a translation in the organization', 'create');
  }
  return translation;
}
