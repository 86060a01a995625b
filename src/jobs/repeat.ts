/**
 * Repeats a step until it finds nothing to do, to split large work into short transactions.
 *
 * @param step returns the amount of work done
 * @throws the reason of the signal between two steps
 */
export async function repeat(signal: AbortSignal, step: () => Promise<number>): Promise<number> {
  let total = 0;
  for (;;) {
    signal.throwIfAborted();
    const done = await step();
    if (done === 0) return total;
    total += done;
  }
}
