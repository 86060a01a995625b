import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../support/client.ts';
import { writeFiles, writePages } from '../../support/content.ts';
import { World } from '../../support/world.ts';
import { History, pagesOf, readContent, type Content, type Write } from './history.ts';
import { editOf, PARAGRAPHS, repeatableStep, step, type Step } from './random-edit.ts';

/** How many random histories are made; more take longer: about a second each. */
const HISTORIES = Number(process.env.BRANCHING_HISTORIES ?? 6);
const SECONDS_PER_HISTORY_MAX = 30;
const limits = { numRuns: HISTORIES, endOnFailure: true, verbose: true };
const timeoutMs = 60_000 + HISTORIES * SECONDS_PER_HISTORY_MAX * 1000;

let world: World;
let editor: Client;
let organizationId: string;

beforeAll(async () => {
  world = await World.create();
  ({ id: organizationId, admin: editor } = await world.organization());
});

afterAll(() => world.destroy());

/** Steps one after the other, now and then some at once. */
const moments = fc.array(
  fc.oneof(
    { arbitrary: fc.array(step, { minLength: 1, maxLength: 1 }), weight: 4 },
    { arbitrary: fc.array(step, { minLength: 2, maxLength: 5 }), weight: 1 },
  ),
  { minLength: 8, maxLength: 20 },
);

/** A space with two change requests, and everything that was acknowledged since. */
class Story {
  readonly writes: Write[] = [];
  readonly #spaceId: string;
  /** Paths of the primary content, and of change requests that can be edited. */
  readonly #branches: string[];
  #counter = 0;

  private constructor(spaceId: string) {
    this.#spaceId = spaceId;
    this.#branches = [this.space];
  }

  static async begin(pageCount: number): Promise<Story> {
    const { id } = await world.space(organizationId);
    const markdown = Array.from({ length: PARAGRAPHS }, (_, index) => `Paragraph ${index}.\n`);
    const pages = Array.from({ length: pageCount }, (_, index) => ({
      title: `Page ${index}`,
      markdown: markdown.join('\n'),
    }));
    const parts = pages.slice(0, 5).map((page, part) => ({
      ...page,
      pages: pages.slice(5).filter((_, index) => index % 5 === part),
    }));
    await writePages(world, id, parts);
    await writeFiles(world, id, [
      { name: 'one.txt', text: 'One.' },
      { name: 'two.txt', text: 'Two.' },
    ]);
    const story = new Story(id);
    await story.#create();
    await story.#create();
    return story;
  }

  get space(): string {
    return `/v1/spaces/${this.#spaceId}`;
  }

  /** Makes a step. Alone, it must succeed. */
  async take(one: Step, isAlone: boolean): Promise<void> {
    const branch = this.#branches[one.branch % this.#branches.length] ?? this.space;
    if (one.kind === 'create') await this.#create();
    else if (one.kind === 'update' || one.kind === 'merge') {
      if (branch !== this.space) await this.bring(branch, one.kind, isAlone);
    } else await this.#edit(branch, one, isAlone);
  }

  /** Updates or merges a change request. */
  async bring(branch: string, kind: 'update' | 'merge', isAlone: boolean): Promise<string> {
    const { status, body } = await editor.post(`${branch}/${kind}`);
    expectStatus(status, isAlone ? [200] : [200, 409]);
    if (kind === 'merge' && status === 200) {
      this.#branches.splice(0, Infinity, ...this.#branches.filter((one) => one !== branch));
    }
    return body.result as string;
  }

  /** Merges all change requests, so that all that was written comes together. */
  async mergeAll(): Promise<void> {
    for (const branch of this.#branches.slice(1)) await this.bring(branch, 'merge', true);
  }

  /** A change request that nothing else in the story touches. */
  async newBranch(): Promise<string> {
    const { status, body } = await editor.post(`${this.space}/change-requests`, {});
    expectStatus(status, [201]);
    return `${this.space}/change-requests/${body.id}`;
  }

  async history(): Promise<History> {
    return History.read(world, this.#spaceId);
  }

  /** All change requests, and the revisions that they say they have, as the graph shows them. */
  async changeRequests() {
    const { space } = await editor.query(
      `query ($id: ID!) { space(id: $id) { revisionId changeRequests(status: null, first: 50) {
        nodes { id status outdated revisionId revisionInitialId } } } }`,
      { id: this.#spaceId },
    );
    return {
      primaryId: space.revisionId as string,
      all: space.changeRequests.nodes as {
        status: string;
        outdated: boolean;
        revisionId: string;
        revisionInitialId: string;
      }[],
    };
  }

  /** Makes the same change of several branches, which are equal. */
  async takeOnAll(branches: readonly string[], one: Step): Promise<void> {
    const { body } = await editor.get(branches[0] ?? this.space);
    const seen = await readContent(world, body.revision as string);
    const edit = editOf(one, seen, () => this.#newValue());
    if (!edit) return;
    for (const branch of branches) {
      const { status } = await editor.post(`${branch}/content`, { changes: [edit.change] });
      expectStatus(status, [200]);
    }
  }

  #newValue(): string {
    this.#counter += 1;
    return `w${this.#counter}w`;
  }

  async #create(): Promise<void> {
    this.#branches.push(await this.newBranch());
  }

  async #edit(branch: string, one: Step, isAlone: boolean): Promise<void> {
    const { body } = await editor.get(branch);
    const seen = await readContent(world, body.revision as string);
    const edit = editOf(one, seen, () => this.#newValue());
    if (!edit) return;
    const { status, body: answer } = await editor.post(`${branch}/content`, {
      changes: [edit.change],
      ...(one.kind === 'text' && { baseRevision: seen.revision.id }),
    });
    expectStatus(status, isAlone ? [200] : [200, 400, 409]);
    if (status !== 200) return;
    const revisionId = answer.revision as string;
    this.writes.push({ revisionId, value: edit.value, replaces: edit.replaces });
  }
}

function expectStatus(status: number, allowed: readonly number[]): void {
  expect(allowed).toContain(status);
}

describe('histories of change requests', () => {
  it(
    'lose no acknowledged write, and stay trees whose counts and states are right',
    async () => {
      await fc.assert(
        fc.asyncProperty(fc.integer({ min: 5, max: 60 }), moments, async (pageCount, list) => {
          const story = await Story.begin(pageCount);
          const untouched = await story.newBranch();
          for (const steps of list) {
            const isAlone = steps.length === 1;
            await Promise.all(steps.map((one) => story.take(one, isAlone)));
          }
          await expectStates(story);
          await story.bring(untouched, 'update', true);
          const answers = [await editor.get(untouched), await editor.get(story.space)];
          const [own, primary] = await Promise.all(
            answers.map(({ body }) => readContent(world, body.revision as string)),
          );
          expect(pagesOf(own as Content)).toEqual(pagesOf(primary as Content));
          expect(own?.files).toEqual(primary?.files);
          expect(own?.variables).toEqual(primary?.variables);
          await story.mergeAll();
          const history = await expectStates(story);
          expect(history.defects()).toEqual([]);
          expect(history.losses(story.writes)).toEqual([]);
        }),
        limits,
      );
    },
    timeoutMs,
  );

  it(
    'take in the same changes once, without a conflict',
    async () => {
      const steps = fc.array(repeatableStep, { minLength: 3, maxLength: 8 });
      await fc.assert(
        fc.asyncProperty(steps, async (list) => {
          const story = await Story.begin(10);
          const branches = [await story.newBranch(), await story.newBranch()];
          for (const one of list) await story.takeOnAll(branches, one);
          for (const branch of branches) {
            expect(await story.bring(branch, 'merge', true)).toBe('merge');
          }
          const history = await expectStates(story);
          expect(history.defects()).toEqual([]);
        }),
        { ...limits, numRuns: Math.ceil(HISTORIES / 2) },
      );
    },
    timeoutMs,
  );
});

/** Whether each change request is outdated is what its history says; all revisions can be read. */
async function expectStates(story: Story): Promise<History> {
  const history = await story.history();
  const { primaryId, all } = await story.changeRequests();
  for (const { status, outdated, revisionId, revisionInitialId } of all) {
    const takenIn = history.takenIn(revisionId, revisionInitialId);
    expect(outdated).toBe(status !== 'MERGED' && takenIn !== primaryId);
  }
  const ids = [...history.contents.keys()];
  for (let start = 0; start < ids.length; start += 10) {
    const { nodes } = await editor.query(
      'query ($ids: [ID!]!) { nodes(ids: $ids) { id ... on Revision { pageCount pageTree } } }',
      { ids: ids.slice(start, start + 10) },
    );
    for (const { id, pageCount, pageTree } of nodes) {
      expect(pageCount).toBe(history.contents.get(id as string)?.tree.size);
      expect(JSON.stringify(pageTree).match(/"id":"page_/g)?.length ?? 0).toBe(pageCount);
    }
  }
  return history;
}
