import { expect } from 'vitest';
import { plainOf } from './change-laws.ts';
import { textOf, type Content } from './contents.ts';
import { valuesIn, valuesOf, type History, type Write } from './history.ts';
import type { Answer, Branch, Platform, ShownConflict } from './platform.ts';
import { editOf, revertOf, type Edit, type Step } from './random-edit.ts';

/** A copy of a space, and what it began with. */
interface Copy {
  id: string;
  first: Content;
}

/** A space with change requests, and everything that was acknowledged since it began. */
export class Story {
  readonly spaceId: string;
  readonly writes: Write[] = [];
  readonly #platform: Platform;
  readonly #primary: Branch;
  /** Change requests that are not merged. */
  #open: readonly Branch[] = [];
  readonly #archived = new Set<Branch>();
  /** Ids of revisions that the primary content was seen at. */
  readonly #seen: string[] = [];
  readonly #copies: Copy[] = [];
  #counter = 0;

  private constructor(platform: Platform, spaceId: string) {
    this.#platform = platform;
    this.spaceId = spaceId;
    this.#primary = { id: spaceId, spaceId };
  }

  static async begin(platform: Platform, pageCount: number): Promise<Story> {
    const story = new Story(platform, await platform.space(pageCount));
    await story.#head(story.#primary);
    story.#open = [await story.newBranch(), await story.newBranch()];
    return story;
  }

  /** Makes a step. Alone, it must succeed. */
  async take(one: Step, isAlone: boolean): Promise<void> {
    if (one.kind === 'create') {
      const created = await this.newBranch();
      // Asked only now: a merge may have closed one meanwhile.
      this.#open = [...this.#open, created];
      return;
    }
    if (one.kind === 'duplicate') return this.#duplicate(isAlone);
    const isOpened = one.kind === 'reopen';
    const usable = this.#open.filter((each) => this.#archived.has(each) === isOpened);
    const isOfPrimary = one.branch === 0 || usable.length === 0;
    const branch = usable[one.branch % Math.max(usable.length, 1)];
    switch (one.kind) {
      case 'update':
      case 'merge':
        if (branch && !isOfPrimary) await this.bring(branch, one.kind, isAlone);
        return;
      case 'resolve':
        if (branch) await this.#resolve(branch, one, isAlone);
        return;
      case 'archive':
      case 'reopen':
        if (branch) await this.#setArchived(branch, one.kind === 'archive', isAlone);
        return;
      case 'rollback':
        await this.#rollBack(isOfPrimary || !branch ? this.#primary : branch, one, isAlone);
        return;
      default:
        await this.#edit(isOfPrimary || !branch ? this.#primary : branch, one, isAlone);
    }
  }

  /** Updates or merges a change request. */
  async bring(branch: Branch, kind: 'update' | 'merge', isAlone: boolean): Promise<string> {
    const answer = await this.#platform.bring(branch, kind);
    expectStatus(answer, isAlone ? [200] : [200, 409]);
    if (kind === 'merge' && answer.status === 200) {
      this.#open = this.#open.filter((one) => one !== branch);
    }
    return answer.result ?? '';
  }

  /** Merges all change requests, so that all that was written comes together. */
  async mergeAll(): Promise<void> {
    for (const branch of this.#open) {
      if (this.#archived.has(branch)) await this.#setArchived(branch, false, true);
      await this.bring(branch, 'merge', true);
    }
  }

  /** A change request that nothing else in the story touches. */
  async newBranch(): Promise<Branch> {
    const id = await this.#platform.createChangeRequest(this.spaceId);
    return { id, spaceId: this.spaceId };
  }

  /** Updates a change request. Answers what it has then, and what the primary content has. */
  async follow(branch: Branch): Promise<{ own: Content; primary: Content }> {
    await this.bring(branch, 'update', true);
    return { own: await this.#head(branch), primary: await this.#head(this.#primary) };
  }

  history(): Promise<History> {
    return this.#platform.history(this.spaceId);
  }

  /** Copies of the space are what they began as, whatever became of it. */
  async expectCopies(): Promise<void> {
    for (const { id, first } of this.#copies) {
      expect(plainOf(await this.#platform.head(id))).toEqual(plainOf(first));
    }
  }

  /** Makes the same change of several branches, which are equal. */
  async takeOnAll(branches: readonly Branch[], one: Step): Promise<void> {
    const seen = await this.#platform.head(branches[0]?.id ?? this.spaceId);
    const edit = editOf(one, seen, () => this.#newValue());
    if (!edit) return;
    for (const branch of branches) {
      expectStatus(await this.#platform.edit(branch, { changes: [edit.change] }), [200]);
    }
  }

  #newValue(): string {
    this.#counter += 1;
    return `w${this.#counter}w`;
  }

  async #head({ id }: Branch): Promise<Content> {
    const content = await this.#platform.head(id);
    const { revision } = content;
    if (id === this.spaceId && !this.#seen.includes(revision.id)) this.#seen.push(revision.id);
    return content;
  }

  async #edit(branch: Branch, one: Step, isAlone: boolean): Promise<void> {
    const seen = await this.#head(branch);
    const edit = this.#editOf(branch, one, seen);
    if (!edit) return;
    const isMerged = one.kind === 'text' || one.kind === 'rewriteReusable';
    const answer = await this.#platform.edit(branch, {
      changes: [edit.change],
      ...(isMerged && { baseRevision: seen.revision.id }),
    });
    expectStatus(answer, isAlone ? [200] : [200, 400, 409]);
    this.#record(answer, edit);
  }

  #editOf(branch: Branch, one: Step, seen: Content): Edit | undefined {
    if (one.kind !== 'revert') return editOf(one, seen, () => this.#newValue());
    // A change request also goes back to what a merge of it would start from.
    const isUsual = branch.id !== this.spaceId && one.at === 0;
    return revertOf(one, seen, isUsual ? undefined : this.#earlier(one));
  }

  #earlier({ into }: Step): string {
    return this.#seen[into % this.#seen.length] ?? '';
  }

  /** Back to primary content of before, or to a revision of its own. */
  async #rollBack(branch: Branch, one: Step, isAlone: boolean): Promise<void> {
    const { revision } = await this.#head(branch);
    const [before = revision.id] = revision.parentIds;
    const isOwn = branch.id === this.spaceId || one.at < 2;
    const target = isOwn && revision.branchId === branch.id ? before : this.#earlier(one);
    const answer = await this.#platform.rollBack(branch, target);
    expectStatus(answer, isAlone ? [200] : [200, 409]);
    this.#record(answer, {
      value: undefined,
      replaces: (old, fresh) => {
        const kept = valuesOf(fresh);
        return new Set([...valuesOf(old)].filter((value) => !kept.has(value)));
      },
    });
  }

  #record({ status, revision }: Answer, write: Pick<Write, 'value' | 'replaces'>): void {
    const { value, replaces } = write;
    if (status === 200) this.writes.push({ revisionId: revision ?? '', value, replaces });
  }

  async #duplicate(isAlone: boolean): Promise<void> {
    const before = await this.#head(this.#primary);
    const id = await this.#platform.duplicate(this.spaceId);
    const first = await this.#platform.head(id);
    if (isAlone) expect(plainOf(first)).toEqual(plainOf(before));
    this.#copies.push({ id, first });
  }

  async #setArchived(branch: Branch, archived: boolean, isAlone: boolean): Promise<void> {
    const answer = await this.#platform.setArchived(branch, archived);
    expectStatus(answer, isAlone ? [200] : [200, 409]);
    if (answer.status !== 200) return;
    if (archived) this.#archived.add(branch);
    else this.#archived.delete(branch);
  }

  /** Decides conflicts, one or all, for one side. What would break the tree is refused. */
  async #resolve(branch: Branch, one: Step, isAlone: boolean): Promise<void> {
    const all = await this.#platform.conflicts(branch);
    const isOne = one.at > 2;
    const chosen = isOne ? all.slice(one.page % Math.max(all.length, 1)).slice(0, 1) : all;
    if (chosen.length === 0) return;
    const answer = await this.#platform.resolve(branch, {
      conflictIds: one.at === 0 ? null : chosen.map(({ id }) => id),
      side: one.into % 2 === 0 ? 'ours' : 'theirs',
    });
    expectStatus(answer, isAlone ? [200, 409] : [200, 400, 409]);
    const replaces = (before: Content) =>
      new Set(chosen.flatMap((conflict) => [...valuesAt(before, conflict)]));
    this.#record(answer, { value: undefined, replaces });
  }
}

/** What a content has where a conflict is: all of it where a page or file may go. */
function valuesAt(content: Content, { path }: ShownConflict): Set<string> {
  const [id = '', attribute = '', member] = path;
  const page = content.tree.page(id);
  const file = content.files.find((one) => one.id === id);
  const reusableContent = content.reusableContents.find((one) => one.id === id);
  const bytes = file ? (content.texts.get(file.blob) ?? '') : '';
  const text = file ? bytes : textOf(content, page ?? reusableContent ?? {});
  if (attribute === 'body' || attribute === 'content') return valuesIn(text);
  const entry: object = page ?? file ?? reusableContent ?? { value: content.variables[id] };
  if (attribute === 'existence') return valuesIn(JSON.stringify(entry) + text);
  const value: unknown = Reflect.get(entry, attribute);
  const part: unknown = member === undefined ? value : Reflect.get(Object(value), member);
  return valuesIn(JSON.stringify(part ?? null));
}

function expectStatus({ status, detail }: Answer, allowed: readonly number[]): void {
  expect(allowed, JSON.stringify(detail)).toContain(status);
}
