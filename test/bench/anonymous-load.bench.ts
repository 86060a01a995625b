import { fork } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { World } from '../support/world.ts';
import { printTable } from './table.ts';

/** Most time that `/health` and `/ready` take beside the load, in milliseconds, at the median. */
const HEALTH_MAX_MS = 100;

const nulls = (count: number) => Array.from({ length: count }, () => null);
const repeated = (count: number, part: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => part(index)).join(' ');
const nodes = 'query ($i: [ID!]!) { nodes(ids: $i) { id } }';

/** Requests without a token, with much work each. */
const payloads = {
  '5,000 nulls': { query: nodes, variables: { i: nulls(5000) } },
  '900 nulls': { query: nodes, variables: { i: nulls(900) } },
  'errors of aliases': { query: `{ ${repeated(160, (n) => `a${n}: viewer { id }`)} }` },
  'misspelled fields': { query: `{ ${repeated(480, (n) => `organizaton${n}`)} }` },
};

/** Times of a request beside a load, and how the load was answered. */
interface Load {
  times: Record<'/health' | '/ready', number[]>;
  statuses: Record<string, number>;
}

let world: World;
let url: string;

beforeAll(async () => {
  world = await World.create();
  url = await world.app.listen({ host: '127.0.0.1', port: 0 });
});

afterAll(() => world.destroy());

/** Sends requests from a process of its own, while this one runs the gateway. */
async function load(payload: object | null): Promise<Load> {
  const args = payload ? [url, JSON.stringify(payload)] : [url];
  const sender = fork(new URL('send-anonymous-load.mjs', import.meta.url), args, { execArgv: [] });
  const [result] = (await once(sender, 'message')) as [Load];
  return result;
}

const quantile = (times: readonly number[], part: number) =>
  times.toSorted((a, b) => a - b)[Math.floor((times.length - 1) * part)] ?? NaN;

it('answers /health and /ready beside 100 requests without a token in a second', async () => {
  const idle = await load(null);
  const headings = ['beside', 'health p50', 'p99', 'ready p50', 'p99', 'of idle', 'answers'];
  const rows: string[][] = [];
  const row = (name: string, { times, statuses }: Load) => {
    const ratio = quantile(times['/health'], 0.5) / quantile(idle.times['/health'], 0.5);
    rows.push([
      name,
      ...(['/health', '/ready'] as const).flatMap((path) =>
        [0.5, 0.99].map((part) => quantile(times[path], part).toFixed(1)),
      ),
      ratio.toFixed(1),
      JSON.stringify(statuses),
    ]);
  };
  row('idle', idle);
  for (const [name, payload] of Object.entries(payloads)) {
    const measured = await load(payload);
    row(name, measured);
    expect(quantile(measured.times['/health'], 0.5)).toBeLessThan(HEALTH_MAX_MS);
    expect(quantile(measured.times['/ready'], 0.5)).toBeLessThan(HEALTH_MAX_MS);
  }
  printTable(headings, rows);
});
