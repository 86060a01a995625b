import fs from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../support/postgres.ts';
import { createTemporaryFolder } from '../../support/test-cluster.ts';
import { printTable } from '../table.ts';
import {
  contenderNames,
  installContenders,
  startContender,
  stopContenders,
  type Contender,
  type ContenderName,
} from './contenders.ts';
import { headersOf, sendLoad, type Load } from './load.ts';
import {
  isOfProduct,
  operationNames as allOperations,
  requestsOf,
  rowId,
  type OperationName,
  type Request,
} from './operations.ts';
import { rowLevelSecurity } from './row-level-security.ts';

/** Settings, by their names in the environment. */
const setting = (name: string, preset: number) => Number(process.env[name] ?? preset);
const connections = setting('CONNECTIONS', 16);
const rounds = setting('ROUNDS', 5);
const seconds = setting('DURATION', 2);
/** Seconds of load before the first round: V8 optimizes what ran some thousand times. */
const WARM_UP_SECONDS = 8;
/** Factor of the comments, and of the change requests of the long space. */
const scale = setting('SCALE', 1);
const viewers = (process.env.VIEWERS ?? 'admin').split(',');
const operationNames = (process.env.OPERATIONS?.split(',') ?? allOperations) as OperationName[];

const viewerNumbers: Readonly<Record<string, number>> = { admin: 0, member: 8, guest: 12 };
const bases: readonly ContenderName[] = [
  'hand-written SQL',
  'PostGraphile',
  'PostGraphile with policies',
  'plain Pothos',
];

let database: TestDatabase;
let client: pg.Client;
const folder = createTemporaryFolder();

beforeAll(async () => {
  installContenders();
  database = await createTestDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query(`SELECT set_config('bench.scale', '${scale}', false)`);
  await client.query(fs.readFileSync(path.join(import.meta.dirname, 'data.sql'), 'utf8'));
  await client.query('DROP ROLE IF EXISTS bench_viewer');
  await client.query(rowLevelSecurity);
  await client.query('VACUUM ANALYZE');
});

afterAll(async () => {
  await stopContenders();
  await client.query('DROP OWNED BY bench_viewer');
  await client.query('DROP ROLE bench_viewer');
  await client.end();
  await database.drop();
  fs.rmSync(folder, { recursive: true, force: true });
});

/** Whether a contender can run an operation for a viewer: some ask nobody who they are. */
function canRun(contender: ContenderName, operation: OperationName, viewer: string): boolean {
  if (contender === 'docgraph' || contender === 'hand-written SQL') return true;
  if (
    isOfProduct(operation) ||
    (viewer !== 'admin' && contender !== 'PostGraphile with policies')
  ) {
    return false;
  }
  return contender !== 'plain Pothos' || operation !== 'Node';
}

async function startAll(viewer: string): Promise<Map<ContenderName, Contender>> {
  const common = { DATABASE_URL: database.url };
  const settings: Partial<Record<ContenderName, Record<string, string>>> = {
    docgraph: {
      DATA_DIR: path.join(folder, 'data'),
      ADMIN_TOKEN: 'dg_bench_operator_token',
      PROFILE: 'production',
      ...{ DEMO: '0', WORKER: '0' },
    },
    'PostGraphile with policies': { VIEWER_ID: rowId('usr', viewerNumbers[viewer] ?? 0) },
  };
  const started = new Map<ContenderName, Contender>();
  for (const name of contenderNames) {
    if (!operationNames.some((operation) => canRun(name, operation, viewer))) continue;
    started.set(name, await startContender(name, { ...common, ...settings[name] }));
  }
  return started;
}

/** An answer without what each contender writes in its own way: ids, cursors and times. */
function comparable(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(comparable);
  if (typeof value === 'string') {
    if (/^\d{4}-\d\d-\d\dT/.test(value)) return Date.parse(value);
    return value.replace(/^http:\/\/[\w.:]+/, '');
  }
  if (typeof value !== 'object' || value === null) return value;
  const { body, ...rest } = value as Record<string, unknown>;
  const fields = { ...rest, ...(body as object | undefined) };
  return Object.fromEntries(
    Object.entries(fields)
      .filter(
        ([key]) => !['id', 'cursor', 'endCursor', 'next', 'updatedAt', 'postedAt'].includes(key),
      )
      .map(([key, child]) => [
        key,
        key === 'status' ? String(child).toUpperCase() : comparable(child),
      ]),
  );
}

const median = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

/** A contender with the requests of one operation. */
interface Entry extends Contender {
  name: ContenderName;
  token: string;
  requests: Request[];
}

/** Entries of the contenders that can run an operation, warm, whose answers were equal. */
async function enter(
  started: ReadonlyMap<ContenderName, Contender>,
  operation: OperationName,
  viewer: string,
): Promise<Entry[]> {
  const token = `dg_bench_${viewer}`;
  const entries: Entry[] = [];
  let reference: unknown;
  for (const [name, contender] of started) {
    if (!canRun(name, operation, viewer)) continue;
    const send = async (request: Request) => {
      const headers = headersOf(request, token);
      return await (await fetch(`${contender.url}${request.path}`, { ...request, headers })).json();
    };
    const requests = await requestsOf(name, operation, send);
    const [request] = requests;
    const answer = request === undefined ? undefined : comparable(await send(request));
    expect(answer, `${operation} by ${name}`).not.toHaveProperty('errors');
    expect(answer, `${operation} by ${name}`).toEqual((reference ??= answer));
    const entry = { ...contender, name, token, requests };
    await sendLoad(entry, requests, { connections, seconds: WARM_UP_SECONDS });
    entries.push(entry);
  }
  return entries;
}

/** Loads of each round by contender, in another order each round. */
async function measure(entries: readonly Entry[]): Promise<Map<ContenderName, Load[]>> {
  const loads = new Map(entries.map(({ name }): [ContenderName, Load[]] => [name, []]));
  for (let round = 0; round < rounds; round++) {
    const shift = round % entries.length;
    for (const entry of [...entries.slice(shift), ...entries.slice(0, shift)]) {
      const load = await sendLoad(entry, entry.requests, { connections, seconds });
      loads.get(entry.name)?.push(load);
    }
  }
  return loads;
}

it.each(viewers)('operations side by side, as seen by the %s', async (viewer) => {
  const started = await startAll(viewer);
  const table: (string | number)[][] = [];
  for (const operation of operationNames) {
    const loads = await measure(await enter(started, operation, viewer));
    table.push(...rowsOf(operation, loads));
  }
  const ratios = bases.map((base) => `× ${base}`);
  printTable(['operation', 'contender', 'requests/s', ...ratios, 'p99 ms', 'CPU ms', 'MB'], table);
  await stopContenders();
});

/** A row for each contender; ratios are medians of the rounds' ratios. */
function rowsOf(operation: string, loads: ReadonlyMap<ContenderName, readonly Load[]>) {
  return [...loads].map(([name, rates]) => {
    const of = (figure: keyof Load) => median(rates.map((load) => load[figure]));
    const ratios = bases.map((base) => {
      const baseRates = loads.get(base);
      if (baseRates === undefined) return '';
      const ratio = (load: Load, round: number) =>
        load.requestsPerSecond / (baseRates[round]?.requestsPerSecond ?? Number.NaN);
      return median(rates.map(ratio)).toFixed(2);
    });
    return [
      ...[operation, name, of('requestsPerSecond').toFixed(1), ...ratios],
      ...[of('p99Ms').toFixed(1), of('cpuMs').toFixed(2), of('memoryMb').toFixed(0)],
    ];
  });
}
