import { expect } from 'vitest';
import { Contents, textOf, type Content } from './contents.ts';
import { History, valuesIn, type Write } from './history.ts';
import { editOf, type Step } from './random-edit.ts';
import type { Stage } from './stage.ts';

/** A change request, or the primary content. */
interface Branch {
  id: string;
  path: string;
  archived: boolean;
}

/** A conflict, as the graph shows it. */
interface ShownConflict {
  id: string;
  path: string[];
}

/** A space with change requests, and everything that was acknowledged since it began. */
export class Story {
  readonly writes: Write[] = [];
  readonly contents: Contents;
  readonly #stage: Stage;
  readonly #primary: Branch;
  /** Change requests that are not merged. */
  #open: readonly Branch[] = [];
  #counter = 0;

  private constructor(stage: Stage, spaceId: string) {
    this.#stage = stage;
    this.contents = new Contents(stage.world.db);
    this.#primary = { id: spaceId, path: `/v1/spaces/${spaceId}`, archived: false };
  }

  static async begin(stage: Stage, pageCount: number): Promise<Story> {
    const story = new Story(stage, await stage.space(pageCount));
    story.#open = [await story.newBranch(), await story.newBranch()];
    return story;
  }

  get spaceId(): string {
    return this.#primary.id;
  }

  /** Makes a step. Alone, it must succeed. */
  async take(one: Step, isAlone: boolean): Promise<void> {
    if (one.kind === 'create') return this.#create();
    const usable = this.#open.filter(({ archived }) => archived === (one.kind === 'reopen'));
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
      default:
        await this.#edit(isOfPrimary || !branch ? this.#primary : branch, one, isAlone);
    }
  }

  /** Updates or merges a change request. */
  async bring(branch: Branch, kind: 'update' | 'merge', isAlone: boolean): Promise<string> {
    const { status, body } = await this.#stage.editor.post(`${branch.path}/${kind}`);
    expectStatus(status, body, isAlone ? [200] : [200, 409]);
    if (kind === 'merge' && status === 200) {
      this.#open = this.#open.filter((one) => one !== branch);
    }
    return body.result as string;
  }

  /** Merges all change requests, so that all that was written comes together. */
  async mergeAll(): Promise<void> {
    for (const branch of this.#open) {
      if (branch.archived) await this.#setArchived(branch, false, true);
      await this.bring(branch, 'merge', true);
    }
  }

  /** A change request that nothing else in the story touches. */
  async newBranch(): Promise<Branch> {
    const { id } = await this.#stage.world.changeRequest(this.spaceId, { status: 'draft' });
    return { id, path: `${this.#primary.path}/change-requests/${id}`, archived: false };
  }

  /** Updates a change request. Answers what it has then, and what the primary content has. */
  async follow(branch: Branch): Promise<{ own: Content; primary: Content }> {
    await this.bring(branch, 'update', true);
    return {
      own: await this.contents.head(branch.id),
      primary: await this.contents.head(this.spaceId),
    };
  }

  history(): Promise<History> {
    return History.read(this.#stage.world, this.contents, this.spaceId);
  }

  /** Makes the same change of several branches, which are equal. */
  async takeOnAll(branches: readonly Branch[], one: Step): Promise<void> {
    const seen = await this.contents.head(branches[0]?.id ?? this.spaceId);
    const edit = editOf(one, seen, () => this.#newValue());
    if (!edit) return;
    for (const branch of branches) {
      const changes = { changes: [edit.change] };
      const { status, body } = await this.#stage.editor.post(`${branch.path}/content`, changes);
      expectStatus(status, body, [200]);
    }
  }

  #newValue(): string {
    this.#counter += 1;
    return `w${this.#counter}w`;
  }

  async #create(): Promise<void> {
    const path = `${this.#primary.path}/change-requests`;
    const { status, body } = await this.#stage.editor.post(path, {});
    expectStatus(status, body, [201]);
    const { id } = body;
    this.#open = [...this.#open, { id, path: `${path}/${id}`, archived: false }];
  }

  async #edit(branch: Branch, one: Step, isAlone: boolean): Promise<void> {
    const seen = await this.contents.head(branch.id);
    const edit = editOf(one, seen, () => this.#newValue());
    if (!edit) return;
    const { status, body } = await this.#stage.editor.post(`${branch.path}/content`, {
      changes: [edit.change],
      ...((one.kind === 'text' || one.kind === 'rewriteReusable') && {
        baseRevision: seen.revision.id,
      }),
    });
    expectStatus(status, body, isAlone ? [200] : [200, 400, 409]);
    if (status !== 200) return;
    const revisionId = body.revision as string;
    this.writes.push({ revisionId, value: edit.value, replaces: edit.replaces });
  }

  async #setArchived(branch: Branch, archived: boolean, isAlone: boolean): Promise<void> {
    const change = { status: archived ? 'archived' : 'draft' };
    const { status, body } = await this.#stage.editor.patch(branch.path, change);
    expectStatus(status, body, isAlone ? [200] : [200, 409]);
    if (status === 200) branch.archived = archived;
  }

  /** Decides conflicts, one or all, for one side. What would break the tree is refused. */
  async #resolve(branch: Branch, one: Step, isAlone: boolean): Promise<void> {
    const { editor } = this.#stage;
    const known = await editor.query(
      'query ($id: ID!) { changeRequest(id: $id) { mergeability { conflicts(first: 100) { nodes { id path } } } } }',
      { id: branch.id },
    );
    const all = known.changeRequest.mergeability.conflicts.nodes as ShownConflict[];
    const chosen = one.at < 3 ? all : all.slice(one.page % Math.max(all.length, 1)).slice(0, 1);
    if (chosen.length === 0) return;
    const { data, errors } = await editor.graphql(
      `mutation ($input: ResolveConflictsInput!) {
        resolveConflicts(input: $input) { changeRequest { revisionId } } }`,
      {
        input: {
          spaceId: this.spaceId,
          changeRequestId: branch.id,
          conflictIds: chosen.map(({ id }) => id),
          side: one.into % 2 === 0 ? 'OURS' : 'THEIRS',
        },
      },
    );
    const [error] = errors ?? [];
    if (error) {
      expectOneOf(isAlone ? ['CONFLICT'] : ['CONFLICT', 'BAD_USER_INPUT'], error.extensions.code);
      return;
    }
    const revisionId = data.resolveConflicts.changeRequest.revisionId as string;
    const replaces = (before: Content) =>
      new Set(chosen.flatMap((conflict) => [...valuesAt(before, conflict)]));
    this.writes.push({ revisionId, value: undefined, replaces });
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

function expectStatus(status: number, body: unknown, allowed: readonly number[]): void {
  expectOneOf(allowed, status, body);
}

function expectOneOf<Value>(allowed: readonly Value[], value: Value, answer?: unknown): void {
  expect(allowed, JSON.stringify(answer)).toContain(value);
}
