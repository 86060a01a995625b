import { registerNodes, type Row } from '../../builder.ts';
import type { Context } from '../../context.ts';
import { revisionSource } from './revision-source.ts';
import { parseStateId, type ContentKind, type ContentState } from '../../lib/state-id.ts';

/**
 * Lets `node(id:)` load content of one kind in the revision that its id names, if the viewer may
 * read that revision.
 *
 * @param find returns the content of a revision
 */
export function registerContentNodes<Node extends object>(
  kind: ContentKind,
  find: (context: Context, revision: Row<'Revision'>, state: ContentState) => Promise<Node | null>,
  typeOf: (node: Node) => string,
): void {
  registerNodes(
    kind,
    async (context, id) => {
      const state = parseStateId(id);
      const revision = state && (await context.loaders.one(revisionSource, state.revisionId));
      return revision && find(context, revision, state);
    },
    typeOf,
  );
}
