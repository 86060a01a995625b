import { isMainThread } from 'node:worker_threads';

/** What threads of the tests do. */

export function place(): 'here' | 'in a thread' {
  return isMainThread ? 'here' : 'in a thread';
}

export function double(value: number): number {
  return value * 2;
}

export function spin(): never {
  for (;;);
}

export function fill(): number {
  const kept: number[][] = [];
  for (;;) kept.push(Array.from({ length: 100_000 }, Math.random));
}

/** Answers, and fails then. */
export function failLater(value: number): number {
  void Promise.reject(new Error('It went wrong later.'));
  return value;
}

export function fail(): never {
  throw new Error('It went wrong.');
}
