/** How often it is looked how much was done, in milliseconds. */
const INTERVAL_MS = 5;

/**
 * Returns the longest time for which the event loop of this process did not go round while some
 * work was done, in milliseconds of its CPU: what other processes took meanwhile does not count.
 */
export async function longestBlock<Result>(
  work: () => Promise<Result>,
): Promise<{ result: Result; blockMs: number }> {
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
}
