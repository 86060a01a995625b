import type { Row } from '../../builder.ts';
import type { Context } from '../../context.ts';
import type { ContentDiffEntry } from '../../revisions/changes/content-diff-entry.ts';
import { revisionAt, type ContentSelector } from '../change-requests/content-selector.ts';
import { loadHead } from '../content/load-head.ts';
import { revisionSource } from '../content/revision-source.ts';

/** Two compared contents, and the change request whose comments discuss them. */
export interface Comparison {
  /** Earlier content; null for the empty content before the first revision. */
  from: Row<'Revision'> | null;
  to: Row<'Revision'>;
  /** Id of the change request; null for primary content. */
  changeRequestId: string | null;
}

/** A change with the contents that it lies between. */
export interface ChangeNode<Change extends ContentDiffEntry = ContentDiffEntry> {
  comparison: Comparison;
  change: Change;
}

/**
 * Returns the changes of a change request itself, against the primary content that it was last
 * updated from. So changes of that content do not count. After the merge, returns the merged
 * changes.
 */
export async function comparisonOfChangeRequest(
  context: Context,
  changeRequest: Row<'ChangeRequest'>,
): Promise<Comparison> {
  const { id: changeRequestId, revisionId, revisionMergedId } = changeRequest;
  const { revisionMergedAncestorId, revisionInitialId } = changeRequest;
  const to = await loadHead(context, { revisionId: revisionMergedId ?? revisionId });
  const [primaryId] = to.parentIds;
  const base =
    revisionMergedId !== null && primaryId !== undefined
      ? primaryId
      : (revisionMergedAncestorId ?? revisionInitialId);
  return { from: await loadHead(context, { revisionId: base }), to, changeRequestId };
}

/**
 * Compares a revision with its parent; a merge, with the primary content. Null if the viewer may
 * not see the parent.
 */
export async function comparisonOfRevision(
  { loaders }: Context,
  to: Row<'Revision'>,
): Promise<Comparison | null> {
  const [parentId] = to.parentIds;
  const changeRequestId = to.mergedFromId ?? branchOf(to);
  if (parentId === undefined) return { from: null, to, changeRequestId };
  const from = await loaders.one(revisionSource, parentId);
  return from && { from, to, changeRequestId };
}

/**
 * Compares two revisions of a space.
 *
 * @throws NOT_FOUND if the viewer may not see one of them
 */
export async function comparisonOfStates(
  context: Context,
  space: Row<'Space'>,
  states: { from: ContentSelector; to: ContentSelector },
): Promise<Comparison> {
  const [from, to] = await Promise.all([
    revisionAt(context, space, states.from),
    revisionAt(context, space, states.to),
  ]);
  return { from, to, changeRequestId: branchOf(to) };
}

/** Returns the id of a revision's change request; null for primary content. */
function branchOf({ branchId, spaceId }: Row<'Revision'>): string | null {
  return branchId === spaceId ? null : branchId;
}
