import { setImmediate } from 'node:timers/promises';

/** Maximum time that a loop blocks the event loop between pauses, in milliseconds. */
const SLICE_MS = 20;

/**
 * Creates pauses for a long loop, which awaits one in each round. After each time slice, the event
 * loop serves other requests.
 */
export function createPauses(): () => Promise<void> {
  let sliceEnd = performance.now() + SLICE_MS;
  return async () => {
    if (performance.now() < sliceEnd) return;
    await setImmediate();
    sliceEnd = performance.now() + SLICE_MS;
  };
}
