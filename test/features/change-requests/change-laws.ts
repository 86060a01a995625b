import { expect } from 'vitest';
import type { ContentDiffEntry } from '../../../src/revisions/changes/content-diff-entry.ts';
import type { Redirects, Variables } from '../../../src/revisions/store/entry.ts';
import { applyChanges, type PlainContent } from '../../revisions/changes/apply-changes.ts';
import { plainContent } from '../../revisions/changes/plain-content.ts';
import { pagesOf, type Content } from './contents.ts';
import type { History } from './history.ts';
import type { Platform } from './platform.ts';

/** Changes that were checked, by what they are between. */
const checks = new WeakMap<Content, WeakMap<Content, readonly ContentDiffEntry[]>>();

/**
 * The changes of each revision make it of that which it was made from, and those of each change
 * request are about nothing but what was edited in it, whatever came in from the primary content.
 */
export async function expectChanges(
  platform: Platform,
  spaceId: string,
  history: History,
): Promise<void> {
  const changes = async (fromId: string, toId: string): Promise<readonly ContentDiffEntry[]> => {
    const [from, to] = [history.content(fromId), history.content(toId)];
    const checked = checks.get(from)?.get(to);
    if (checked) return checked;
    const found = await platform.changesBetween(from, to);
    expect(applyChanges(plainOf(from), found)).toEqual(plainOf(to));
    checks.set(from, (checks.get(from) ?? new WeakMap()).set(to, found));
    return found;
  };
  const edited = new Map<string, Set<string>>();
  const revisions = [...history.contents.values()].map(({ revision }) => revision);
  await Promise.all(
    revisions.map(async ({ id, parentIds: [parentId], type, branchId }) => {
      if (parentId === undefined) return;
      const found = await changes(parentId, id);
      if ((type !== 'edits' && type !== 'rollback') || branchId === null) return;
      const own = edited.get(branchId) ?? new Set();
      edited.set(branchId, own);
      found.forEach((change) => own.add(subjectOf(change)));
    }),
  );
  const shown = await platform.changeRequests(spaceId);
  await Promise.all(
    shown.map(async ({ id, changes: { from, to, count } }) => {
      const found = await changes(from, to);
      expect(count).toBe(found.length);
      const own = edited.get(id);
      const foreign = found
        .map(subjectOf)
        .filter((subject) => !own?.has(subject) && !history.isInConflict(subject));
      expect({ id, foreign }).toEqual({ id, foreign: [] });
    }),
  );
}

/** What a change is about: the id of an entry, or the kind of values. */
function subjectOf(change: ContentDiffEntry): string {
  return 'id' in change ? change.id : change.type;
}

const plain = new WeakMap<Content, PlainContent>();

/** A content as the values that changes speak of. */
export function plainOf(content: Content): PlainContent {
  const known = plain.get(content);
  if (known) return known;
  const { files, reusableContents, revision } = content;
  const values = plainContent({
    ...{ pages: pagesOf(content), reusableContents, files },
    variables: revision.variables as Variables,
    redirects: revision.redirects as Redirects,
  });
  plain.set(content, values);
  return values;
}
