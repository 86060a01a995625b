import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { OperationTurns, BusyError } from '../../src/http/admission.ts';

const LIGHT = 10;
const HEAVY = 100_000;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Operations that run until they are told to end, and the names of those that have begun. */
function operations(admission: OperationTurns) {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  return {
    begun,
    send(name: string, cost: number): Promise<void> {
      return admission.run(cost, () => {
        begun.push(name);
        return new Promise<void>((resolve) => void ends.set(name, resolve));
      });
    },
    async end(name: string) {
      ends.get(name)?.();
      await vi.advanceTimersByTimeAsync(0);
    },
  };
}

describe('the turn of a read', () => {
  it('comes at once for a light one, however many heavy ones there are', () => {
    const { begun, send } = operations(new OperationTurns(8));
    for (let index = 0; index < 50; index += 1) void send(`heavy ${index}`, HEAVY);
    expect(begun).toHaveLength(2);
    void send('light', LIGHT);
    expect(begun).toHaveLength(3);
    expect(begun.at(-1)).toBe('light');
  });

  it('comes for a light one before heavy ones that wait', async () => {
    const { begun, send, end } = operations(new OperationTurns(2));
    void send('first', LIGHT);
    void send('second', LIGHT);
    void send('heavy', HEAVY);
    void send('light', LIGHT);
    await end('first');
    await end('second');
    expect(begun).toEqual(['first', 'second', 'light', 'heavy']);
  });

  it('comes for a heavy one before those that come long after it', async () => {
    const { begun, send, end } = operations(new OperationTurns(2));
    void send('first', LIGHT);
    void send('second', LIGHT);
    void send('heavy', HEAVY);
    await vi.advanceTimersByTimeAsync(4000);
    void send('light', LIGHT);
    await end('first');
    expect(begun).toEqual(['first', 'second', 'heavy']);
  });

  it('comes after one that fails', async () => {
    const admission = new OperationTurns(2);
    const fail = () => Promise.reject(new Error('This fails.'));
    for (let index = 0; index < 4; index += 1) {
      await expect(admission.run(HEAVY, fail)).rejects.toThrow('This fails.');
    }
    await expect(admission.run(HEAVY, () => Promise.resolve('result'))).resolves.toBe('result');
  });

  it('is waited for no longer than a connection', async () => {
    const { send } = operations(new OperationTurns(2));
    void send('first', HEAVY);
    const second = send('second', HEAVY).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await second).toBeInstanceOf(BusyError);
  });
});
