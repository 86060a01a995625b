import { expect } from 'vitest';
import type { Row } from '../../../src/builder.ts';
import type { ContentChange } from '../../../src/features/content/changes/content-change.ts';
import { changesBetween } from '../../../src/features/content/changes/load-changes.ts';
import type { Redirects, Variables } from '../../../src/features/content/store/entry.ts';
import { Loaders } from '../../../src/pagination/loaders.ts';
import { applyChanges, type PlainContent } from '../content/changes/apply-changes.ts';
import { plainContent } from '../content/changes/plain-content.ts';
import { pagesOf, type Content } from './contents.ts';
import type { History } from './history.ts';
import type { Stage } from './stage.ts';

/**
 * The changes of each revision make it of that which it was made from, and those of each change
 * request are about nothing but what was edited in it, whatever came in from the primary content.
 */
export async function expectChanges(
  { editor, world: { db } }: Stage,
  spaceId: string,
  history: History,
): Promise<void> {
  const loaders = new Loaders(db, editor.userId);
  const changes = async (fromId: string, toId: string): Promise<readonly ContentChange[]> => {
    const [from, to] = [history.content(fromId), history.content(toId)];
    const found = await changesBetween({ db, loaders }, rowOf(from), rowOf(to));
    expect(applyChanges(plainOf(from), found)).toEqual(plainOf(to));
    return found;
  };
  const edited = new Map<string, Set<string>>();
  const revisions = [...history.contents.values()].map(({ revision }) => revision);
  await Promise.all(
    revisions.map(async ({ id, parentIds: [parentId], type, branchId }) => {
      if (parentId === undefined) return;
      const found = await changes(parentId, id);
      if (type !== 'edits' || branchId === null) return;
      const known = edited.get(branchId) ?? new Set();
      edited.set(branchId, known);
      found.forEach((change) => known.add(subjectOf(change)));
    }),
  );
  const { space } = await editor.query(
    `query ($id: ID!) { space(id: $id) { changeRequests(status: null, first: 50) {
      nodes { id changes(first: 1) { from { id } to { id } counts { count } } } } } }`,
    { id: spaceId },
  );
  await Promise.all(
    (space.changeRequests.nodes as Proposal[]).map(async ({ id, changes: shown }) => {
      const found = await changes(shown.from.id, shown.to.id);
      expect(shown.counts.reduce((sum, { count }) => sum + count, 0)).toBe(found.length);
      const own = edited.get(id);
      const foreign = found
        .map(subjectOf)
        .filter((subject) => !own?.has(subject) && !history.isInConflict(subject));
      expect({ id, foreign }).toEqual({ id, foreign: [] });
    }),
  );
}

/** A change request, as the graph shows what it changed. */
interface Proposal {
  id: string;
  changes: { from: { id: string }; to: { id: string }; counts: { count: number }[] };
}

/** What a change is about: the id of an entry, or the kind of values. */
function subjectOf(change: ContentChange): string {
  return 'id' in change ? change.id : change.type;
}

/** Comparing reads nothing of a row that its table lacks. */
function rowOf({ revision }: Content): Row<'Revision'> {
  return revision as Row<'Revision'>;
}

function plainOf(content: Content): PlainContent {
  const { files, reusableContents, revision } = content;
  return plainContent({
    pages: pagesOf(content),
    reusableContents,
    files,
    variables: revision.variables as Variables,
    redirects: revision.redirects as Redirects,
  });
}
