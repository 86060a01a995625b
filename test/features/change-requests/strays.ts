import type { ChangeRequest } from '../../../src/database/generated/prisma/client.ts';
import { canonicalJson } from '../../../src/lib/canonical-json.ts';
import { pagesOf, type Content, type KnownRevision } from './contents.ts';

/** Revisions with what they were made from: enough to tell what each should have changed. */
export interface Branching {
  contents: ReadonlyMap<string, Content>;
  changeRequests: readonly Pick<ChangeRequest, 'id' | 'revisionId' | 'revisionInitialId'>[];
  /** Pages, files, reusable contents and variables that conflicts are about. */
  inConflict: ReadonlySet<string>;
}

/**
 * The primary revision that a change request last took in, found in its history. A rollback takes
 * back the updates since its target; to primary content that is not older than the change request,
 * it takes that in.
 */
export function takenIn({ contents }: Branching, headId: string, initialId: string): string {
  const primaryId = revisionOf(contents, initialId).branchId;
  const generationOf = (id: string) => revisionOf(contents, id).generation ?? 0;
  for (let id = headId; id !== initialId;) {
    const { type, parentIds, branchId } = revisionOf(contents, id);
    // It began with a revision that it took in as it was.
    if (branchId === primaryId) return id;
    const [before = '', other = ''] = parentIds;
    if (type === 'update') return other;
    const isTakenIn =
      type === 'rollback' &&
      (revisionOf(contents, other).branchId !== primaryId ||
        generationOf(other) >= generationOf(initialId));
    id = isTakenIn ? other : before;
  }
  return initialId;
}

/**
 * Pages and files that differ where nobody changed them: an edit is of one page or file, or of one
 * and all below it; what a merge brings, in either direction, is what the change request itself
 * changed, and nothing that came to it from the primary content.
 */
export function straysOf(branching: Branching): string[] {
  const { contents, changeRequests, inConflict } = branching;
  const differences = new Differences(contents);
  const strays: string[] = [];
  const report = (id: string, ids: Iterable<string>) => {
    for (const one of ids) {
      if (!inConflict.has(one)) strays.push(`${one} differs in ${id}, but nobody changed it`);
    }
  };
  for (const [id, { revision }] of contents) {
    const [parent] = revision.parentIds;
    if (revision.type !== 'edits' || parent === undefined) continue;
    const written = differences.between(parent, id).written.filter((one) => !inConflict.has(one));
    report(id, written.slice(1));
  }
  const updates = changeRequests.flatMap(({ revisionId, revisionInitialId: initialId }) =>
    updatesOf(contents, revisionId, initialId).map((id) => ({ id, initialId })),
  );
  const merges = [...contents.values()].flatMap(({ revision: { id, mergedFromId } }) => {
    const merged = changeRequests.find((one) => one.id === mergedFromId);
    return merged ? [{ id, initialId: merged.revisionInitialId }] : [];
  });
  for (const { id, initialId } of [...updates, ...merges]) {
    const { type, parentIds } = revisionOf(contents, id);
    const [own = '', primary = ''] = type === 'update' ? parentIds : parentIds.toReversed();
    const base = takenIn(branching, own, initialId);
    const brought = differences.between(primary, id).all;
    const changed = new Set(differences.between(base, own).all);
    report(
      id,
      brought.filter((one) => !changed.has(one)),
    );
  }
  return strays;
}

function updatesOf(
  contents: Branching['contents'],
  headId: string,
  initialId: string,
): readonly string[] {
  const found: string[] = [];
  for (let id = headId; id !== initialId;) {
    const { type, parentIds } = revisionOf(contents, id);
    if (type === 'update') found.push(id);
    id = parentIds[0] ?? '';
  }
  return found;
}

function revisionOf(contents: Branching['contents'], id: string): KnownRevision {
  const content = contents.get(id);
  if (!content) throw new Error(`The history has no revision ${id}.`);
  return content.revision;
}

/** Compares revisions, whose entries it writes as texts once. */
class Differences {
  readonly #contents: Branching['contents'];
  readonly #entries = new Map<string, ReadonlyMap<string, string>>();

  constructor(contents: Branching['contents']) {
    this.#contents = contents;
  }

  /** Ids of the entries that differ; those that are still there apart. */
  between(before: string, after: string): { all: string[]; written: string[] } {
    const [old, fresh] = [this.#of(before), this.#of(after)];
    const written = [...fresh.keys()].filter((id) => old.get(id) !== fresh.get(id));
    return { written, all: [...written, ...[...old.keys()].filter((id) => !fresh.has(id))] };
  }

  #of(revisionId: string): ReadonlyMap<string, string> {
    const known = this.#entries.get(revisionId);
    if (known) return known;
    const content = this.#contents.get(revisionId);
    if (!content) throw new Error(`The history has no revision ${revisionId}.`);
    const { files, reusableContents } = content;
    const entries = [...pagesOf(content), ...files, ...reusableContents];
    const texts = new Map(entries.map((entry) => [entry.id, canonicalJson(entry)]));
    this.#entries.set(revisionId, texts);
    return texts;
  }
}
