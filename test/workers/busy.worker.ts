import { setTimeout as sleep } from 'node:timers/promises';
import { deflateSync } from 'node:zlib';

/** What processes of the tests do. */

export function processId(): number {
  return process.pid;
}

export function environmentNames(): string[] {
  return Object.keys(process.env);
}

export function double(value: number): number {
  return value * 2;
}

export async function wait(ms: number): Promise<string> {
  await sleep(ms);
  return 'waited';
}

export function spin(): never {
  for (;;);
}

/** Works in native code, most of the time. */
export function compress(): never {
  const bytes = Buffer.alloc(5_000_000, 'docgraph');
  for (;;) deflateSync(bytes);
}

export function fill(): number {
  const kept: number[][] = [];
  for (;;) kept.push(Array.from({ length: 100_000 }, Math.random));
}

/** Takes memory beside the heap. */
export async function fillBuffers(): Promise<never> {
  const kept: Buffer[] = [];
  for (;;) {
    kept.push(Buffer.alloc(10_000_000, 1));
    await sleep(1);
  }
}

/** Answers, and fails then. */
export function failLater(value: number): number {
  void Promise.reject(new Error('It went wrong later.'));
  return value;
}

export function fail(): never {
  throw new Error('It went wrong.');
}

export function kill(): void {
  process.kill(process.pid, 'SIGKILL');
}
