import type { Ask } from '../../src/workers/worker-messages.ts';

export function processId(): number {
  return process.pid;
}

/** Asks what comes of a number, and what comes of that. */
export async function askTwice(value: number, ask: Ask): Promise<unknown> {
  return ask(await ask(value));
}
