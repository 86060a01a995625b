import { setImmediate } from 'node:timers/promises';

/** Runs work in the order of the calls, and returns its result. */
export type SerialQueue = <Result>(work: () => Result | Promise<Result>) => Promise<Result>;

/**
 * Creates a queue. Work of other queues may run while this queue's work awaits.
 *
 * @param atOnce maximum number of concurrent work items
 */
export function createSerialQueue(atOnce = 1): SerialQueue {
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
 * Runs heavy work of this thread serially. The event loop runs in between, so that other requests
 * wait for one work item at most.
 */
export const serially = createSerialQueue();
