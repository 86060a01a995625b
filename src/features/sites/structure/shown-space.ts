import type { Row } from '../../../builder.ts';
import type { Context } from '../../../context.ts';
import { badInput, notFound, type InputPath } from '../../../errors.ts';
import { findSpace } from '../../spaces/space-access.ts';

/**
 * Finds a space that may be shown on sites of an organization.
 *
 * @param path of its id in the input
 * @throws NOT_FOUND when the viewer may not see it or it is deleted, BAD_USER_INPUT when another
 *   organization owns it
 */
export async function findShownSpace(
  context: Context,
  organizationId: string,
  spaceId: string,
  path: InputPath,
): Promise<Row<'Space'>> {
  const space = await findSpace(context, spaceId);
  if (space.deletedAt !== null) throw notFound('space', spaceId);
  if (space.organizationId !== organizationId) {
    // On the two surfaces, a list of spaces is at different places below this field.
    const [, field] = path;
    throw badInput(`"${field}" names a space of another organization: "${spaceId}".`, path);
  }
  return space;
}
