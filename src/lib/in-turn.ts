import { setImmediate } from 'node:timers/promises';

let last: Promise<unknown> = Promise.resolve();

/**
 * Runs heavy work of this process one after the other. The event loop goes round between two, so
 * that other requests wait for one piece of work at most.
 */
export function inTurn<Result>(work: () => Result): Promise<Result> {
  const result = last.then(() => setImmediate()).then(work);
  last = result.catch(() => undefined);
  return result;
}
