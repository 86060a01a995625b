import { setImmediate } from 'node:timers/promises';

/** Runs work when its turn comes, in the order that it is given in, and answers its answer. */
export type Turns = <Result>(work: () => Result | Promise<Result>) => Promise<Result>;

/**
 * A queue of its own: work of other queues goes on meanwhile where it leaves the event loop.
 *
 * @param atOnce how much work has its turn at a time
 */
export function createTurns(atOnce = 1): Turns {
  const waiting: (() => void)[] = [];
  let free = atOnce;
  return async (work) => {
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      await setImmediate();
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free += 1;
    }
  };
}

/**
 * Runs heavy work of this thread one after the other. The event loop goes round between two, so
 * that other requests wait for one piece of work at most.
 */
export const inTurn = createTurns();
