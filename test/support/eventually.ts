import { vi } from 'vitest';

/**
 * Maximum time that a test waits for something to happen, in milliseconds. It is a guard against
 * waiting forever: the slowest machine needs less.
 */
export const PATIENCE_MS = 300_000;

/**
 * Repeats a check until it passes, and returns its result.
 *
 * @param intervalMs time between two checks, in milliseconds
 * @throws the last error of the check
 */
export function eventually<Result>(
  check: () => Result | Promise<Result>,
  intervalMs = 20,
): Promise<Result> {
  return vi.waitFor(check, { timeout: PATIENCE_MS, interval: intervalMs });
}
