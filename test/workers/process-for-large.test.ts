import { describe, expect, it } from 'vitest';
import { createProcessForLarge } from '../../src/workers/process-for-large.ts';

const bySize = createProcessForLarge(() => import('./busy.worker.ts'), {
  module: './busy.worker.ts',
  from: import.meta.url,
  smallMax: 100,
  memoryMb: 64,
  cpuMs: 30_000,
});

describe('a process for what is large', () => {
  it('has only what is larger than it says', async () => {
    expect(await bySize(100, (run) => run('processId', undefined))).toBe(process.pid);
    expect(await bySize(101, (run) => run('processId', undefined))).not.toBe(process.pid);
  });

  it('does all that waits, one after the other', async () => {
    let underWay = 0;
    const works = [1, 2, 3, 4].map((value) =>
      bySize(1000, async (run) => {
        underWay += 1;
        const doubled = await run('double', value);
        const together = underWay;
        underWay -= 1;
        return { doubled, together };
      }),
    );
    const results = await Promise.all(works);
    expect(results).toEqual([2, 4, 6, 8].map((doubled) => ({ doubled, together: 1 })));
  });

  it.each([100, 101])('answers the error of work of size %i, and does the next', async (size) => {
    await expect(bySize(size, (run) => run('fail', undefined))).rejects.toThrow('It went wrong.');
    expect(await bySize(size, (run) => run('double', 4))).toBe(8);
  });

  it('is given up when it reaches a limit, and does the next', async () => {
    const failed = bySize(1000, (run) => run('fill', undefined));
    await expect(failed).rejects.toMatchObject({ limit: 'memory' });
    expect(await bySize(1000, (run) => run('double', 5))).toBe(10);
  });

  it('is not asked for work that is done without it', async () => {
    expect(await bySize(1000, () => 'known already')).toBe('known already');
  });
});
