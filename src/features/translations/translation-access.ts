import type { Row } from '../../builder.ts';
import type { Context } from '../../context.ts';
import { forbidden, notFound } from '../../errors.ts';
import type { Loaders } from '../../pagination/loaders.ts';
import { organizationPermissions } from '../organizations/organization-access.ts';
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
 * `create`, since it makes a space, and the level `edit` on the source while that is there.
 */
export async function translationPermissions(
  { loaders, viewer }: Pick<Context, 'loaders' | 'viewer'>,
  { organizationId, sourceSpaceId }: Row<'Translation'>,
): Promise<TranslationPermissions> {
  const { createContent } = organizationPermissions(viewer, organizationId);
  if (!createContent) return { view: true, edit: false };
  const source = await loaders.one(spaceSource, sourceSpaceId);
  return { view: true, edit: source === null || spacePermissions(source).edit };
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
    throw forbidden('change or run this translation', 'create');
  }
  return translation;
}
