import { setImmediate } from 'node:timers/promises';

/** Longest time for which a loop with pauses keeps the process to itself, in milliseconds. */
const SLICE_MS = 20;

/**
 * Creates the pauses of a loop over many things. The loop awaits one at each round; once a slice of
 * time is over, the event loop goes round, so that other requests have their turn.
 */
export function createPauses(): () => Promise<void> {
  let sliceEnd = performance.now() + SLICE_MS;
  return async () => {
    if (performance.now() < sliceEnd) return;
    await setImmediate();
    sliceEnd = performance.now() + SLICE_MS;
  };
}
