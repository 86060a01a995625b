import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AnonymousTurns } from '../../src/http/anonymous-turns.ts';
import { useWorld } from '../support/use-world.ts';

/** Most requests that wait. */
const WAITING_MAX = 50;

describe('turns of requests without a token', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  /** Requests that take some time each, and when they began, in milliseconds. */
  function requests(turns: AnonymousTurns) {
    const begun: [string, number][] = [];
    const start = Date.now();
    return {
      begun,
      send: (name: string, ms: number) =>
        turns.run(async () => {
          begun.push([name, Date.now() - start]);
          await new Promise((resolve) => void setTimeout(resolve, ms));
        }),
    };
  }

  it('come one at a time in the order of arrival, with a rest as long as each', async () => {
    const { begun, send } = requests(new AnonymousTurns());
    void send('first', 10);
    void send('second', 30);
    void send('third', 5);
    await vi.advanceTimersByTimeAsync(1000);
    expect(begun).toEqual([
      ['first', 0],
      ['second', 20],
      ['third', 80],
    ]);
    void send('later', 5);
    expect(begun.at(-1)).toEqual(['later', 1000]);
  });

  it('are refused at once when too many wait, and given again after that', async () => {
    const { begun, send } = requests(new AnonymousTurns());
    const sent = Array.from({ length: WAITING_MAX + 1 }, (_, index) => send(`${index}`, 1));
    await expect(send('one too many', 1)).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    await vi.advanceTimersByTimeAsync(2 * sent.length + 2);
    await Promise.all(sent);
    expect(begun).toHaveLength(WAITING_MAX + 1);
    void send('later', 1);
    expect(begun.at(-1)?.[0]).toBe('later');
  });

  it('come after one that fails', async () => {
    const turns = new AnonymousTurns();
    const failed = turns.run(() => Promise.reject(new Error('This fails.')));
    await expect(failed).rejects.toThrow('This fails.');
    const next = turns.run(() => Promise.resolve('result'));
    await vi.advanceTimersByTimeAsync(1);
    expect(await next).toBe('result');
  });
});

describe('many requests without a valid token at once', () => {
  const world = useWorld();
  const query = JSON.stringify({ query: '{ __typename }' });

  it.each([[undefined], ['Bearer dg_unknown']])(
    'are told to try again, with %s; those with a token are not',
    async (authorization) => {
      const { admin } = await world.organization();
      const anonymous = () =>
        world.app.inject({
          method: 'POST',
          url: '/graphql',
          headers: { 'content-type': 'application/json', ...(authorization && { authorization }) },
          payload: query,
        });
      const [answers, data] = await Promise.all([
        Promise.all(Array.from({ length: 3 * WAITING_MAX }, anonymous)),
        admin.query('{ viewer { id } }'),
      ]);
      expect(data.viewer.id).toBe(admin.userId);
      const statuses = answers.map(({ statusCode }) => statusCode);
      expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(
        WAITING_MAX,
      );
      const refused = answers.find(({ statusCode }) => statusCode !== 200);
      expect(refused?.statusCode).toBe(503);
      expect(refused?.headers['retry-after']).toBe('1');
      expect(refused?.json().errors).toEqual([
        {
          message: expect.stringContaining('without an API token'),
          extensions: { code: 'SERVICE_UNAVAILABLE' },
        },
      ]);
      expect((await anonymous()).statusCode).toBe(200);
    },
  );
});
