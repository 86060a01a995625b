/**
 * Repeats a step until it finds nothing to do, so that much work is done in short transactions.
 *
 * @param step answers how much it did
 * @throws the reason of the signal, once it aborts, between two steps
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
