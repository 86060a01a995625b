import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lawCount } from '../support/law-count.ts';
import { World } from '../support/world.ts';
import { writeKinds, type WriteKind } from '../support/write-kinds.ts';

/** Number of concurrent writes of a kind. */
const COUNT = lawCount(80, 'WRITES_AT_ONCE');

/** A wait for a connection that is over while many write, in milliseconds. */
const SHORT_WAIT_MS = COUNT < 100 ? 60 : 400;

/** Whether a write was refused since there are as many of its kind as there may be. */
const isOverLimit = (problem: unknown) =>
  / has at most |, the most/.test(JSON.stringify(problem) ?? '');

const numbers = Array.from({ length: COUNT }, (_, n) => n);

describe.each([4, 16])('with a pool of %i', (poolSize) => {
  let world: World;
  let kinds: WriteKind[];

  beforeAll(async () => {
    world = await World.create({ poolSize });
    kinds = await writeKinds(world, numbers);
    world.db.pool.options.connectionTimeoutMillis = SHORT_WAIT_MS;
  });

  afterAll(() => world.destroy());

  it(`${COUNT} writes of a kind at once are answered as done exactly if they are`, async () => {
    let waitedTooLong = 0;
    for (const { name, write, stored } of kinds) {
      const answers = await Promise.all(numbers.map(write));
      const failures = answers.filter(
        ({ isDone, status, problem }) => !isDone && status !== 503 && !isOverLimit(problem),
      );
      expect(failures, name).toEqual([]);
      const found = await stored();
      const done = numbers.filter((n) => found.has(n));
      expect(
        numbers.filter((n) => answers[n]?.isDone),
        name,
      ).toEqual(done);
      waitedTooLong += COUNT - done.length;
    }
    expect(waitedTooLong).toBeLessThan(COUNT * kinds.length);
  });
});
