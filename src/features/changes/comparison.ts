import type { Row } from '../../builder.ts';
import type { Context } from '../../context.ts';
import type { ContentChange } from '../content/changes/content-change.ts';
import { revisionAt, type ContentAt } from '../change-requests/content-at.ts';
import { loadHead } from '../content/load-head.ts';
import { revisionSource } from '../content/revision-source.ts';

/** Two contents that are compared, and where their changes are discussed. */
export interface Comparison {
  /** Null for nothing, which comes before the first revision. */
  from: Row<'Revision'> | null;
  to: Row<'Revision'>;
  /** The change request; else the primary content. */
  changeRequestId: string | null;
}

/** A change as the graph passes it on: with the contents that it is between. */
export interface ChangeNode<Change extends ContentChange = ContentChange> {
  comparison: Comparison;
  change: Change;
}

/**
 * What a change request itself changed: its content against the primary content that it was last
 * made from, so that nothing counts that came from there. Once it is merged, what that changed.
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
 * What a revision changed of the one that it was made from: a merge, of the primary content. Null
 * when the viewer may not see that one.
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
 * Two states of the content of a space.
 *
 * @throws NOT_FOUND for a state that does not exist for the viewer
 */
export async function comparisonOfStates(
  context: Context,
  space: Row<'Space'>,
  states: { from: ContentAt; to: ContentAt },
): Promise<Comparison> {
  const [from, to] = await Promise.all([
    revisionAt(context, space, states.from),
    revisionAt(context, space, states.to),
  ]);
  return { from, to, changeRequestId: branchOf(to) };
}

/** The change request that a revision was written in; null for the primary content. */
function branchOf({ branchId, spaceId }: Row<'Revision'>): string | null {
  return branchId === spaceId ? null : branchId;
}
