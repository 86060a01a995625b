import { setTimeout as sleep } from 'node:timers/promises';
import type { World } from '../support/world.ts';

export interface Measured<Result> {
  result: Result;
  /** How long it took, and how long another request waited at most, in milliseconds. */
  ms: string;
  wait: string;
}

/** Runs work while another request is made again and again. */
export async function measured<Result>(
  world: World,
  work: () => Promise<Result>,
): Promise<Measured<Result>> {
  const startedAt = performance.now();
  let [longest, isDone] = [0, false];
  const done = work().finally(() => (isDone = true));
  while (!isDone) {
    const askedAt = performance.now();
    await world.app.inject('/health');
    longest = Math.max(longest, performance.now() - askedAt);
    await sleep(1);
  }
  const result = await done;
  return { result, ms: (performance.now() - startedAt).toFixed(0), wait: longest.toFixed(0) };
}
