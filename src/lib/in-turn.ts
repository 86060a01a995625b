import { setImmediate } from 'node:timers/promises';

/** Runs work when all that was given before is done, and answers what it answers. */
export type Turns = <Result>(work: () => Result | Promise<Result>) => Promise<Result>;

/** A queue of its own: work of other queues goes on meanwhile where it leaves the event loop. */
export function createTurns(): Turns {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const result = last.then(() => setImmediate()).then(work);
    last = result.catch(() => undefined);
    return result;
  };
}

/**
 * Runs heavy work of this thread one after the other. The event loop goes round between two, so
 * that other requests wait for one piece of work at most.
 */
export const inTurn = createTurns();
