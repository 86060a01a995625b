import { withSlowness, type Slowness } from './machine-speed.ts';

/** Interval of the measurements, in milliseconds. */
const INTERVAL_MS = 5;

/**
 * Returns the longest time in milliseconds that some work blocked the event loop of this process,
 * and the slowness of the machine meanwhile. Measures CPU time, so that waiting for a core does not
 * count. The collection of the garbage of other tests does count: tests with a limit try again.
 */
export async function longestBlock<Result>(
  work: () => Promise<Result>,
): Promise<{ result: Result; blockMs: number; slowness: Slowness }> {
  const { result: measured, slowness } = await withSlowness(async () => {
    let blockMs = 0;
    let last = process.cpuUsage();
    const look = () => {
      const { user, system } = process.cpuUsage(last);
      last = process.cpuUsage();
      blockMs = Math.max(blockMs, (user + system) / 1000 - INTERVAL_MS);
    };
    const timer = setInterval(look, INTERVAL_MS);
    try {
      const result = await work();
      look();
      return { result, blockMs };
    } finally {
      clearInterval(timer);
    }
  });
  return { ...measured, slowness };
}
