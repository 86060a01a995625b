import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createWorkerPool } from '../../src/workers/worker-pool.ts';
import type * as askingWorks from './asking.worker.ts';
import type * as busy from './busy.worker.ts';
import { eventually, PATIENCE_MS } from '../support/eventually.ts';

const options = { processes: 1, queueMax: 2, memoryMb: 64, cpuMs: PATIENCE_MS };
const busyWorker = { module: './busy.worker.ts', from: import.meta.url } as const;
const pool = createWorkerPool<typeof busy>({ ...busyWorker, ...options });

const CPU_MS = 500;
const hurried = createWorkerPool<typeof busy>({ ...busyWorker, ...options, cpuMs: CPU_MS });

describe('a pool of processes', () => {
  it('returns what the function returns, and throws its error', async () => {
    expect(await pool.run('double', 21)).toBe(42);
    await expect(pool.run('fail', undefined)).rejects.toThrow('It went wrong.');
  });

  it('uses one process again', async () => {
    const first = await pool.run('processId', undefined);
    expect(first).not.toBe(process.pid);
    expect(await pool.run('processId', undefined)).toBe(first);
  });

  it('gives its processes nothing of the environment', async () => {
    const names = await pool.run('environmentNames', undefined);
    expect(
      names.filter((name) => !/^(TMPDIR|TEMP|SystemRoot|NODE_CHANNEL_.*)$/.test(name)),
    ).toEqual([]);
  });

  it.each(['spin', 'compress'] as const)(
    'gives up work that does not end (%s), while this process goes on, and does the next',
    async (name) => {
      let ticks = 0;
      const timer = setInterval(() => (ticks += 1), 20);
      await expect(hurried.run(name, undefined)).rejects.toMatchObject({
        limit: 'time',
        message: 'It took more than 0.5 seconds.',
      });
      clearInterval(timer);
      expect(ticks).toBeGreaterThan(5);
      expect(await hurried.run('double', 4)).toBe(8);
    },
  );

  it('does not count waiting as time of work', async () => {
    expect(await hurried.run('wait', CPU_MS * 2)).toBe('waited');
  });

  it('does not count what was done before', async () => {
    for (let time = 0; time < 3; time += 1) {
      await expect(hurried.run('spin', undefined)).rejects.toMatchObject({ limit: 'time' });
    }
    expect(await hurried.run('double', 4)).toBe(8);
  });

  it.each(['fill', 'fillBuffers'] as const)(
    'gives up work that takes all memory (%s), and does the next',
    async (name) => {
      await expect(pool.run(name, undefined)).rejects.toMatchObject({ limit: 'memory' });
      expect(await pool.run('double', 5)).toBe(10);
    },
  );

  it('begins work anew whose process is killed, and reports what is killed each time', async () => {
    const id = await pool.run('processId', undefined);
    const waits = pool.run('wait', 500);
    await sleep(100);
    process.kill(id, 'SIGKILL');
    expect(await waits).toBe('waited');
    await expect(pool.run('kill', undefined)).rejects.toMatchObject({ limit: 'crash' });
    expect(await pool.run('double', 5)).toBe(10);
  });

  it('starts another process for one that ended while it had no work', async () => {
    const id = await pool.run('processId', undefined);
    process.kill(id, 'SIGKILL');
    expect(await pool.run('double', 5)).toBe(10);
  });

  it('answers what work asks, and does not begin that anew', async () => {
    const asking = createWorkerPool<typeof askingWorks>({
      ...{ module: './asking.worker.ts', from: import.meta.url },
      ...options,
    });
    const answer = (value: unknown) => Promise.resolve((value as number) * 2);
    expect(await asking.run('askTwice', 3, { answer })).toBe(12);
    const refuse = () => Promise.reject(new Error('There is no answer.'));
    const refused = asking.run('askTwice', 3, { answer: refuse });
    await expect(refused).rejects.toThrow('There is no answer.');
    const id = await asking.run('processId', undefined);
    let questions = 0;
    const killed = asking.run('askTwice', 3, {
      answer: () => {
        questions += 1;
        process.kill(id, 'SIGKILL');
        return Promise.resolve(1);
      },
    });
    await expect(killed).rejects.toMatchObject({ limit: 'crash' });
    expect(questions).toBe(1);
  });

  it('gives up work at a signal, with the reason of it', async () => {
    const control = new AbortController();
    const spins = pool.run('spin', undefined, { signal: control.signal });
    setTimeout(() => control.abort(new Error('Nobody waits.')), 100);
    await expect(spins).rejects.toThrow('Nobody waits.');
    expect(await pool.run('double', 5)).toBe(10);
  });

  it('goes on when something fails in a process behind an answer', async () => {
    expect(await pool.run('failLater', 6)).toBe(6);
    const next = async () => expect(await pool.run('double', 6)).toBe(12);
    await eventually(next);
  });

  it('takes no more work than may wait', async () => {
    const results = await Promise.allSettled([1, 2, 3, 4].map((each) => pool.run('double', each)));
    expect(results).toEqual([
      ...[2, 4, 6].map((value) => ({ status: 'fulfilled', value })),
      { status: 'rejected', reason: expect.objectContaining({ limit: 'queue' }) as unknown },
    ]);
  });

  it('ends with the process that started it, even if that is killed and work goes on', async () => {
    const parent = fork(new URL('killed-parent.ts', import.meta.url), {
      execArgv: ['--import', 'tsx'],
    });
    const [ids] = (await once(parent, 'message')) as [number[]];
    expect(ids.map(isRunning)).toEqual([true, true]);
    parent.kill('SIGKILL');
    await eventually(() => expect(ids.map(isRunning)).toEqual([false, false]));
  });
});

function isRunning(processId: number): boolean {
  try {
    return process.kill(processId, 0);
  } catch {
    return false;
  }
}
