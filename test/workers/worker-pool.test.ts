import { afterAll, describe, expect, it, vi } from 'vitest';
import type * as busy from './busy.worker.ts';
import { createWorkerPool } from '../../src/workers/worker-pool.ts';

const pool = createWorkerPool<typeof busy>({
  module: './busy.worker.ts',
  from: import.meta.url,
  threads: 1,
  queueMax: 2,
  memoryMb: 64,
  timeoutMs: 4000,
});

afterAll(() => pool.stop());

describe('threads for heavy work', () => {
  it('answer what the function answers, and its error', async () => {
    expect(await pool.run('double', 21)).toBe(42);
    await expect(pool.run('fail', undefined)).rejects.toThrow('It went wrong.');
  });

  it('give up what does not end, while this thread goes on, and do the next', async () => {
    let ticks = 0;
    const timer = setInterval(() => (ticks += 1), 50);
    await expect(pool.run('spin', undefined)).rejects.toMatchObject({
      limit: 'time',
      message: 'It took more than 4 seconds.',
    });
    clearInterval(timer);
    expect(ticks).toBeGreaterThan(10);
    expect(await pool.run('double', 4)).toBe(8);
  });

  it('give up what takes all memory, and do the next', async () => {
    await expect(pool.run('fill', undefined)).rejects.toMatchObject({ limit: 'memory' });
    expect(await pool.run('double', 5)).toBe(10);
  });

  it('end alone when something fails in them behind an answer', async () => {
    expect(await pool.run('failLater', 6)).toBe(6);
    // Another thread starts for it, which takes its time where others are busy.
    const next = async () => expect(await pool.run('double', 6)).toBe(12);
    await vi.waitFor(next, { timeout: 20_000 });
  });

  it('take no more work than may wait', async () => {
    const results = await Promise.allSettled([1, 2, 3, 4].map((each) => pool.run('double', each)));
    expect(results).toEqual([
      ...[2, 4, 6].map((value) => ({ status: 'fulfilled', value })),
      { status: 'rejected', reason: expect.objectContaining({ limit: 'queue' }) as unknown },
    ]);
  });
});
