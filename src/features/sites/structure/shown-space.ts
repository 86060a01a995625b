import type { Row } from '../../../builder.ts';
import type { Context } from '../../../context.ts';
import { badInput, notFound, type InputPath } from '../../../errors.ts';
import { findSpace } from '../../spaces/space-access.ts';

/**
 * A space that may be shown on sites of an organization.
 *
 * @param path where its id stands in the input
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
    // The two surfaces have a list of spaces in different places below this field.
    const [, field] = path;
    throw badInput(`"${field}" names a space of another organization: "${spaceId}".`, path);
  }
  return space;
}
