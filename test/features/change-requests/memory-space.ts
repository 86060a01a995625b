import { AppError } from '../../../src/errors.ts';
import {
  contentCommands,
  type ContentCommand,
} from '../../../src/features/content/edit/content-command.ts';
import { editContent } from '../../../src/features/content/edit/edit-content.ts';
import type { Conflict } from '../../../src/revisions/merge/conflict.ts';
import { changesOf } from '../../../src/revisions/merge/merge-content.ts';
import { mergeRevisions } from '../../../src/revisions/merge/merge-revisions.ts';
import { resolutionChanges } from '../../../src/revisions/merge/resolution-changes.ts';
import { contentDrafts } from '../../../src/revisions/store/content-reader.ts';
import {
  applyToRevision,
  type ContentChanges,
  type RevisionContent,
} from '../../../src/revisions/store/write-revision.ts';
import { canonicalJson } from '../../../src/lib/canonical-json.ts';
import { newId } from '../../../src/lib/id.ts';
import type { KnownRevision } from './contents.ts';
import type { MemoryContent } from './memory-content.ts';

/** A conflict of a change request, and whether somebody decided it. */
interface KnownConflict {
  conflict: Conflict;
  isResolved: boolean;
}

/** A change request in memory. */
export interface MemoryChangeRequest {
  id: string;
  status: 'draft' | 'archived' | 'merged';
  revisionId: string;
  initialId: string;
  /** The primary revision from which a merge starts. */
  baseId: string;
  mergedId: string | null;
  conflicts: Map<string, KnownConflict>;
}

/**
 * What the gateway does with a space and its change requests, as simply as it can be said: the
 * content is edited and merged by the same functions, everything around them is written anew.
 */
export class MemorySpace {
  readonly id = newId('Space');
  readonly revisions = new Map<string, KnownRevision>();
  readonly changeRequests = new Map<string, MemoryChangeRequest>();
  readonly #content: MemoryContent;
  /** The merge bases that change requests had at their revisions. */
  readonly #bases = new Map<string, string>();
  #headId: string;
  #turn: Promise<unknown> = Promise.resolve();

  constructor(content: MemoryContent, first: RevisionContent) {
    this.#content = content;
    this.#headId = this.#add(first, { branchId: this.id, parentIds: [] });
  }

  get headId(): string {
    return this.#headId;
  }

  /** Runs work when all before is done: whoever writes holds the space. */
  inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const turn = this.#turn.then(work, work);
    this.#turn = turn.catch(() => undefined);
    return turn;
  }

  createChangeRequest(): string {
    const id = newId('ChangeRequest');
    this.changeRequests.set(id, {
      ...{ id, status: 'draft', conflicts: new Map(), mergedId: null },
      ...{ revisionId: this.#headId, initialId: this.#headId, baseId: this.#headId },
    });
    return id;
  }

  setArchived(id: string, archived: boolean): void {
    const changeRequest = this.#changeRequest(id);
    if (changeRequest.status === 'merged') throw refused('It is merged.');
    changeRequest.status = archived ? 'archived' : 'draft';
  }

  async edit(branchId: string, changes: object[], baseRevision?: string): Promise<string> {
    const head = this.#head(branchId);
    const from = baseRevision === undefined ? head : this.revision(baseRevision);
    const usual = this.changeRequests.get(branchId)?.baseId ?? head.id;
    const edited = await editContent(this.#content, from, changesFrom(changes), {
      now: new Date(),
      revisionOf: (id = usual) => Promise.resolve(this.revision(id)),
      computedPages: () => Promise.resolve({ seed: null, pages: [] }),
    });
    await this.#content.storeBlobs(edited.blobs);
    const content =
      from.id === head.id ? edited.content : await this.#rebased(from, head, edited.content);
    return this.#write(branchId, head, content);
  }

  async merge(id: string): Promise<number> {
    const changeRequest = this.#open(id);
    const sides = this.#sides(changeRequest);
    const merged = await mergeRevisions(this.#content, sides);
    const open = keep(changeRequest, merged.conflicts);
    const content = await applyToRevision(this.#content, sides.theirs, changesOf(merged, 'theirs'));
    this.#headId = this.#add(content, {
      ...{ branchId: this.id, type: 'merge', mergedFromId: id },
      ...{ parentIds: [sides.theirs.id, sides.ours.id] },
    });
    Object.assign(changeRequest, { status: 'merged', mergedId: this.#headId });
    return open;
  }

  async update(id: string): Promise<number> {
    const changeRequest = this.#open(id);
    const sides = this.#sides(changeRequest);
    const merged = await mergeRevisions(this.#content, sides);
    const open = keep(changeRequest, merged.conflicts);
    if (sides.base.id === sides.theirs.id) return open;
    const content = await applyToRevision(this.#content, sides.ours, changesOf(merged, 'ours'));
    changeRequest.revisionId = this.#add(content, {
      ...{ branchId: id, type: 'update', parentIds: [sides.ours.id, sides.theirs.id] },
    });
    changeRequest.baseId = sides.theirs.id;
    this.#bases.set(changeRequest.revisionId, changeRequest.baseId);
    return open;
  }

  /** What an update would find, beside what is known. */
  async conflicts(id: string): Promise<Map<string, Conflict>> {
    const changeRequest = this.#open(id);
    const drafts = contentDrafts(this.#content);
    const { conflicts } = await mergeRevisions(drafts, this.#sides(changeRequest));
    const found = conflicts.map((conflict) => [idOf(conflict), conflict] as const);
    const known = [...changeRequest.conflicts].flatMap(([key, { conflict, isResolved }]) =>
      isResolved ? [] : [[key, conflict] as const],
    );
    return new Map([...known, ...found.filter(([key]) => !changeRequest.conflicts.has(key))]);
  }

  async resolve(id: string, ids: readonly string[] | null, side: 'ours' | 'theirs') {
    await this.update(id);
    const changeRequest = this.#open(id);
    const all = [...changeRequest.conflicts.entries()].toSorted(([a], [b]) => (a < b ? -1 : 1));
    const chosen = all.filter(([key, one]) => (ids ? ids.includes(key) : !one.isResolved));
    const head = this.revision(changeRequest.revisionId);
    const conflicts = chosen.map(([, { conflict }]) => conflict);
    const changes = await resolutionChanges(this.#content, head, conflicts, side);
    const revisionId = await this.#write(id, head, changes);
    for (const [, one] of chosen) one.isResolved = true;
    return revisionId;
  }

  rollBack(branchId: string, targetId: string): string {
    const [head, target] = [this.#head(branchId), this.revision(targetId)];
    if (hasSameContent(head, target)) return head.id;
    const origin = { type: 'rollback', parentIds: [head.id, target.id], mergedFromId: null };
    const id = this.#add(target, { branchId, ...origin });
    const changeRequest = this.changeRequests.get(branchId);
    if (changeRequest) changeRequest.baseId = this.#baseAt(target, changeRequest);
    this.#advance(branchId, id);
    return id;
  }

  revision(id: string): KnownRevision {
    const revision = this.revisions.get(id);
    if (!revision) throw new Error(`There is no revision ${id}.`);
    return revision;
  }

  /** Where a change request that is at a revision again is merged from. */
  #baseAt({ id, generation }: KnownRevision, { baseId, initialId }: MemoryChangeRequest): string {
    const known = this.#bases.get(id);
    if (known !== undefined) return known;
    return (generation ?? 0) < (this.revision(initialId).generation ?? 0) ? baseId : id;
  }

  async #rebased(base: KnownRevision, head: KnownRevision, changes: ContentChanges) {
    const ours = await applyToRevision(this.#content, base, changes);
    const merged = await mergeRevisions(this.#content, { base, ours, theirs: head });
    if (merged.conflicts.length > 0) throw refused('Somebody else changed the same.');
    return changesOf(merged, 'theirs');
  }

  async #write(branchId: string, head: KnownRevision, changes: ContentChanges): Promise<string> {
    const content = await applyToRevision(this.#content, head, changes);
    if (hasSameContent(head, content)) return head.id;
    const id = this.#add(content, { branchId, parentIds: [head.id] });
    this.#advance(branchId, id);
    return id;
  }

  #advance(branchId: string, revisionId: string): void {
    const changeRequest = this.changeRequests.get(branchId);
    if (!changeRequest) {
      this.#headId = revisionId;
      return;
    }
    changeRequest.revisionId = revisionId;
    this.#bases.set(revisionId, changeRequest.baseId);
  }

  #add(
    content: RevisionContent | KnownRevision,
    origin: Pick<KnownRevision, 'parentIds'> & { branchId: string } & Partial<KnownRevision>,
  ): string {
    const id = newId('Revision');
    const [before] = origin.parentIds;
    const generation = before === undefined ? 0 : (this.revision(before).generation ?? 0) + 1;
    const none = { type: 'edits', mergedFromId: null };
    this.revisions.set(id, { ...content, ...none, ...origin, id, generation });
    return id;
  }

  #head(branchId: string): KnownRevision {
    const isPrimary = branchId === this.id;
    return this.revision(isPrimary ? this.#headId : this.#open(branchId).revisionId);
  }

  #sides({ revisionId, baseId }: MemoryChangeRequest) {
    return {
      base: this.revision(baseId),
      ours: this.revision(revisionId),
      theirs: this.revision(this.#headId),
    };
  }

  #changeRequest(id: string): MemoryChangeRequest {
    const changeRequest = this.changeRequests.get(id);
    if (!changeRequest) throw new Error(`There is no change request ${id}.`);
    return changeRequest;
  }

  /** One that still takes changes. */
  #open(id: string): MemoryChangeRequest {
    const changeRequest = this.#changeRequest(id);
    if (changeRequest.status !== 'draft') throw refused(`It is ${changeRequest.status}.`);
    return changeRequest;
  }
}

/** Keeps conflicts with a change request. Answers how many of all are not resolved. */
function keep({ conflicts: known }: MemoryChangeRequest, found: readonly Conflict[]): number {
  for (const conflict of found) {
    const id = idOf(conflict);
    if (!known.has(id)) known.set(id, { conflict, isResolved: false });
  }
  return [...known.values()].filter(({ isResolved }) => !isResolved).length;
}

function idOf(conflict: Conflict): string {
  return canonicalJson(conflict);
}

function hasSameContent(revision: KnownRevision, content: RevisionContent | KnownRevision) {
  const names = [
    'pagesHash',
    'filesHash',
    'reusableContentsHash',
    'variables',
    'redirects',
  ] as const;
  return names.every((name) => canonicalJson(revision[name]) === canonicalJson(content[name]));
}

function refused(message: string): AppError {
  return new AppError('CONFLICT', message);
}

/** Changes as the gateway has them, of what `/v1` takes: `operation` becomes a member. */
function changesFrom(changes: readonly object[]): readonly ContentCommand[] {
  const list = changes.map((change) => {
    const { operation, ...values } = change as { operation: string };
    const name = operation.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
    return { [name]: values };
  });
  return contentCommands.parse({ changes: list }).changes;
}
