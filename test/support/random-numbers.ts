import type { Random } from './random-operation.ts';

/** Returns random numbers that are the same for the same seed. */
export function randomNumbers(seed: number): Random {
  let number = seed;
  return () => {
    number = (number + 0x6d2b79f5) | 0;
    let mixed = Math.imul(number ^ (number >>> 15), 1 | number);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
