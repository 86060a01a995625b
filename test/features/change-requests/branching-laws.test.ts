import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectChanges } from './change-laws.ts';
import { pagesOf } from './contents.ts';
import type { History } from './history.ts';
import { MemoryStage } from './memory-stage.ts';
import type { Platform } from './platform.ts';
import { repeatableStep, step } from './random-edit.ts';
import { Stage } from './stage.ts';
import { Story } from './story.ts';
import { lawCount } from '../../support/law-count.ts';

/** How many random histories are made; several processes share many by seeds of their own. */
const HISTORIES = lawCount(5, 'BRANCHING_HISTORIES');
/** How many are made without a database, which is a hundred times as fast. */
const MEMORY_HISTORIES = lawCount(40, 'BRANCHING_MEMORY_HISTORIES');
/** A failure prints its seed and its path: with both, that history is made again, and alone. */
const SEED = Number(process.env.BRANCHING_SEED ?? Date.now() % 2 ** 31);
const PATH = process.env.BRANCHING_PATH;
/** How many smaller histories are tried after a failure, at each of its parts. */
const SHRINKS_MAX = 100;

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

interface Stages {
  name: string;
  open: () => Promise<Platform>;
  count: number;
  /** Histories that are made side by side, where each waits for the database most of the time. */
  lanes: number;
}

const stages: Stages[] = [
  { name: 'of a gateway', open: () => Stage.open(), count: HISTORIES, lanes: 4 },
  {
    name: 'in memory',
    open: () => Promise.resolve(new MemoryStage()),
    count: MEMORY_HISTORIES,
    lanes: 1,
  },
];

describe.each(stages)('histories of change requests $name', ({ open, count, lanes: lanesMax }) => {
  let platform: Platform;

  beforeAll(async () => {
    platform = await open();
  });

  afterAll(() => platform.close());

  /** Makes histories until one breaks the law, each lane with a seed of its own. */
  async function expectLaw(runs: number, law: fc.IAsyncPropertyWithHooks<[unknown]>) {
    const lanes = PATH === undefined ? Math.min(runs, lanesMax) : 1;
    await Promise.all(
      Array.from({ length: lanes }, (_, lane) =>
        fc.assert(law, {
          numRuns: Math.ceil(runs / lanes),
          seed: SEED + lane,
          ...(PATH !== undefined && { path: PATH }),
        }),
      ),
    );
  }

  it('lose no acknowledged write, and stay trees whose counts and states are right', async () => {
    await expectLaw(
      count,
      fc.asyncProperty(stories, async ({ pageCount, list }) => {
        const story = await Story.begin(platform, pageCount);
        const untouched = await story.newBranch();
        for (const steps of list) {
          const isAlone = steps.length === 1;
          await Promise.all(steps.map((one) => story.take(one, isAlone)));
        }
        const { own, primary } = await story.follow(untouched);
        expect(pagesOf(own)).toEqual(pagesOf(primary));
        expect(own.files).toEqual(primary.files);
        expect(own.variables).toEqual(primary.variables);
        await expectChanges(platform, story.spaceId, await story.history());
        await story.mergeAll();
        const history = await expectStates(platform, story);
        expect(history.defects()).toEqual([]);
        expect(history.strays()).toEqual([]);
        expect(history.losses(story.writes)).toEqual([]);
        await story.expectCopies();
      }),
    );
  });

  it('take in the same changes once, without a conflict', async () => {
    const steps = fc.array(repeatableStep, { minLength: 3, maxLength: 8 });
    await expectLaw(
      Math.ceil(count / 4),
      fc.asyncProperty(fc.limitShrink(steps, SHRINKS_MAX), async (list) => {
        const story = await Story.begin(platform, 10);
        const branches = [await story.newBranch(), await story.newBranch()];
        for (const one of list) await story.takeOnAll(branches, one);
        for (const branch of branches) {
          expect(await story.bring(branch, 'merge', true)).toBe('merge');
        }
        const history = await expectStates(platform, story);
        expect(history.defects()).toEqual([]);
        expect(history.strays()).toEqual([]);
      }),
    );
  });
});

/** Whether each change request is outdated is what its history says; all revisions can be read. */
async function expectStates(platform: Platform, { spaceId }: Story): Promise<History> {
  const history = await platform.history(spaceId);
  const { revision } = await platform.head(spaceId);
  for (const shown of await platform.changeRequests(spaceId)) {
    const { status, outdated, revisionId, initialId } = shown;
    const takenIn = history.takenIn(revisionId, initialId);
    expect(outdated).toBe(status !== 'MERGED' && takenIn !== revision.id);
  }
  await expectChanges(platform, spaceId, history);
  await platform.expectReadable(spaceId, history);
  return history;
}
