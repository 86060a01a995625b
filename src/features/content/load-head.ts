import type { Row } from '../../builder.ts';
import type { Context } from '../../context.ts';
import { pointing } from '../../pagination/declared-fields.ts';
import { revisionSource } from './revision-source.ts';

/**
 * Loads the head of a branch that the viewer may see. They may read it even if the head changes in
 * the meantime.
 */
export async function loadHead(
  { loaders }: Context,
  { revisionId }: { revisionId: string },
): Promise<Row<'Revision'>> {
  const revision = await loaders.oneRegardlessOfAccess(revisionSource, revisionId);
  if (!revision) throw new Error(`The revision ${revisionId} is missing.`);
  return revision;
}

/** The options by which a field serves the head of the branch that its row is: spread them. */
export const headField = {
  ...pointing(revisionSource, 'revisionId', 'everybody'),
  resolve: (branch: { revisionId: string }, _args: object, context: Context) =>
    loadHead(context, branch),
};
