import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectChanges } from './change-laws.ts';
import { pagesOf } from './contents.ts';
import type { History } from './history.ts';
import { repeatableStep, step } from './random-edit.ts';
import { Stage } from './stage.ts';
import { Story } from './story.ts';

/** How many random histories are made; several processes share many by seeds of their own. */
const HISTORIES = Number(process.env.BRANCHING_HISTORIES ?? 6);
/** A failure prints its seed and its path: with both, that history is made again, and alone. */
const SEED = Number(process.env.BRANCHING_SEED ?? Date.now() % 2 ** 31);
const PATH = process.env.BRANCHING_PATH;
/** Histories that are made side by side, since each waits for the database most of the time. */
const LANES = PATH === undefined ? Math.min(HISTORIES, 4) : 1;
/** How many smaller histories are tried after a failure, at each of its parts. */
const SHRINKS_MAX = 100;
const SECONDS_PER_HISTORY_MAX = 30;
const timeoutMs = 60_000 + HISTORIES * SECONDS_PER_HISTORY_MAX * 1000;

let stage: Stage;

beforeAll(async () => {
  stage = await Stage.open();
});

afterAll(() => stage.close());

/** Steps one after the other, now and then some at once. */
const moments = fc.array(
  fc.oneof(
    { arbitrary: fc.array(step, { minLength: 1, maxLength: 1 }), weight: 4 },
    { arbitrary: fc.array(step, { minLength: 2, maxLength: 5 }), weight: 1 },
  ),
  { minLength: 4, maxLength: 16 },
);
const stories = fc.limitShrink(
  fc.record({ pageCount: fc.integer({ min: 5, max: 60 }), list: moments }),
  SHRINKS_MAX,
);

/** Makes histories until one breaks the law, each lane with a seed of its own. */
async function expectLaw(count: number, law: fc.IAsyncPropertyWithHooks<[unknown]>): Promise<void> {
  const lanes = Array.from({ length: LANES }, (_, lane) =>
    fc.assert(law, {
      numRuns: Math.ceil(count / LANES),
      seed: SEED + lane,
      ...(PATH !== undefined && { path: PATH }),
    }),
  );
  await Promise.all(lanes);
}

describe('histories of change requests', () => {
  it(
    'lose no acknowledged write, and stay trees whose counts and states are right',
    async () => {
      await expectLaw(
        HISTORIES,
        fc.asyncProperty(stories, async ({ pageCount, list }) => {
          const story = await Story.begin(stage, pageCount);
          const untouched = await story.newBranch();
          for (const steps of list) {
            const isAlone = steps.length === 1;
            await Promise.all(steps.map((one) => story.take(one, isAlone)));
          }
          const { own, primary } = await story.follow(untouched);
          expect(pagesOf(own)).toEqual(pagesOf(primary));
          expect(own.files).toEqual(primary.files);
          expect(own.variables).toEqual(primary.variables);
          await expectChanges(stage, story.spaceId, await story.history());
          await story.mergeAll();
          const history = await expectStates(story);
          expect(history.defects()).toEqual([]);
          expect(history.strays()).toEqual([]);
          expect(history.losses(story.writes)).toEqual([]);
        }),
      );
    },
    timeoutMs,
  );

  it(
    'take in the same changes once, without a conflict',
    async () => {
      const steps = fc.array(repeatableStep, { minLength: 3, maxLength: 8 });
      await expectLaw(
        HISTORIES / 4,
        fc.asyncProperty(fc.limitShrink(steps, SHRINKS_MAX), async (list) => {
          const story = await Story.begin(stage, 10);
          const branches = [await story.newBranch(), await story.newBranch()];
          for (const one of list) await story.takeOnAll(branches, one);
          for (const branch of branches) {
            expect(await story.bring(branch, 'merge', true)).toBe('merge');
          }
          const history = await expectStates(story);
          expect(history.defects()).toEqual([]);
          expect(history.strays()).toEqual([]);
        }),
      );
    },
    timeoutMs,
  );
});

/** Whether each change request is outdated is what its history says; all revisions can be read. */
async function expectStates(story: Story): Promise<History> {
  const history = await story.history();
  const { editor } = stage;
  const { space } = await editor.query(
    `query ($id: ID!) { space(id: $id) { revisionId changeRequests(status: null, first: 50) {
      nodes { status outdated revisionId revisionInitialId } } } }`,
    { id: story.spaceId },
  );
  for (const { status, outdated, revisionId, revisionInitialId } of space.changeRequests.nodes) {
    const takenIn = history.takenIn(revisionId as string, revisionInitialId as string);
    expect(outdated).toBe(status !== 'MERGED' && takenIn !== space.revisionId);
  }
  await expectChanges(stage, story.spaceId, history);
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
