import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newTokenSecret } from '../../src/auth/tokens.ts';
import { sql } from '../../src/database/database.ts';
import { hashSecret } from '../../src/lib/hash.ts';
import { eventually } from '../support/eventually.ts';
import { spawnProgram } from '../support/program.ts';
import { World } from '../support/world.ts';
import { printTable } from './table.ts';

const SUBSCRIBERS = Number(process.env['SUBSCRIBERS'] ?? 10_000);
/** Most that one token can have open on one gateway. */
const PER_TOKEN = 100;
/** Number of changes after which the memory is compared. */
const CHANGES = 10;
/** One in so many subscribers loses access right before the merge. */
const REMOVED_SHARE = 100;
const MIB = 1024 ** 2;
const METRICS_TOKEN = 'token-of-the-benchmark';

const fields = 'id number subject status outdated reviews(first: 5) { nodes { status } }';
const scenarios = {
  'a user each': { perUser: 1, fields },
  '100 of a user': { perUser: PER_TOKEN, fields },
  'a user each, permissions': { perUser: 1, fields: `${fields} permissions { edit merge }` },
};

interface Gateway {
  readonly process: ReturnType<typeof spawnProgram>;
  readonly url: string;
}

let world: World;
let gateways: Gateway[];
const headings = [
  ...['subscribers', 'opened in s', 'MiB before', 'open', `after ${CHANGES}`, 'merge ms'],
  ...['median ms', 'last ms', 'removed', 'read p50 idle', 'p50', 'longest'],
];
const rows: string[][] = [];

async function startGateway(): Promise<Gateway> {
  const child = spawnProgram('main', [], {
    ...{ DATABASE_URL: world.url, PORT: '0', DEMO: '0', LOG_LEVEL: 'error', METRICS_TOKEN },
    ...{ DATABASE_POOL_SIZE: '8' },
  });
  child.stderr.pipe(process.stderr);
  let text = '';
  child.stdout.on('data', (chunk) => (text += String(chunk)));
  const url = await eventually(() => {
    if (child.exitCode !== null) return '';
    const [found] = /http:\/\/127\.0\.0\.1:\d+(?=\/graphql)/.exec(text) ?? [];
    if (found === undefined) throw new Error(`A gateway has not started yet: ${text}`);
    return found;
  });
  if (url === '') throw new Error('A gateway did not start.');
  return { process: child, url };
}

beforeAll(async () => {
  world = await World.create();
  gateways = [await startGateway(), await startGateway()];
});

afterAll(async () => {
  printTable(headings, rows);
  for (const { process: child } of gateways) {
    child.kill('SIGTERM');
    await once(child, 'exit');
  }
  await world.destroy();
});

/** Adds readers to an organization. Returns their tokens. */
async function addReaders(organizationId: string, count: number): Promise<string[]> {
  const names = Array.from({ length: count }, () => `${world.next()}`.padStart(26, '0'));
  const secrets = names.map(() => newTokenSecret());
  await world.db.query(sql`INSERT INTO users (id, display_name, email)
    SELECT 'user_' || n, 'Reader', n || '@example.com' FROM unnest(${names}::text[]) n`);
  await world.db.query(sql`INSERT INTO members (organization_id, user_id, role)
    SELECT ${organizationId}, 'user_' || n, 'read' FROM unnest(${names}::text[]) n`);
  await world.db.query(sql`INSERT INTO api_tokens (id, user_id, label, secret_hash)
    SELECT 'tok_' || n, 'user_' || n, 'Bench', h
    FROM unnest(${names}::text[], ${secrets.map((secret) => hashSecret(secret))}::text[]) t(n, h)`);
  await world.db.query(sql`ANALYZE users, members, api_tokens`);
  return secrets;
}

/** Returns the resident memory of the gateways together, in MiB. */
async function memory(): Promise<number> {
  const sizes = gateways.map(async ({ url }) => {
    const response = await fetch(`${url}/metrics`, {
      headers: { authorization: `Bearer ${METRICS_TOKEN}` },
    });
    const [, size] = /^process_resident_memory_bytes (\d+)/m.exec(await response.text()) ?? [];
    return Number(size);
  });
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0) / MIB;
}

/** Returns the next message of the process with the subscriptions, which fails when that ends. */
async function nextMessage<Message>(child: ChildProcess): Promise<Message> {
  const ended = new AbortController();
  const onExit = () => ended.abort(new Error('The process with the subscriptions ended.'));
  child.once('exit', onExit);
  const [message] = (await once(child, 'message', ended)) as [Message];
  child.off('exit', onExit);
  return message;
}

async function send(child: ChildProcess, message: object): Promise<void> {
  const answer = nextMessage(child);
  child.send(message);
  await answer;
}

/** Does work while an ordinary read is made again and again. Returns how long reads took, in ms. */
async function besideReads(token: string, work: () => Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  let isDone = false;
  const done = work().finally(() => (isDone = true));
  while (!isDone) {
    const startedAt = performance.now();
    const response = await fetch(`${gateways[0]?.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ query: '{ viewer { id displayName } }' }),
    });
    expect(await response.text()).toContain('displayName');
    times.push(performance.now() - startedAt);
    await sleep(5);
  }
  await done;
  return times.toSorted((a, b) => a - b);
}

const middle = (times: readonly number[]) => times[Math.floor(times.length / 2)] ?? NaN;

it.each(Object.entries(scenarios))(
  `a merge reaches ${SUBSCRIBERS} subscribers: %s`,
  async (name, { perUser, fields: selected }) => {
    const before = await memory();
    const { id: organizationId, admin } = await world.organization();
    const space = await world.space(organizationId);
    const { id } = await world.changeRequest(space.id);
    const readers = await addReaders(organizationId, Math.ceil(SUBSCRIBERS / perUser));
    const query = `subscription ($id: ID!) { changeRequest(id: $id) {
    changedParts changeRequest { ${selected} } } }`;
    const body = JSON.stringify({ query, variables: { id } });
    const operations = Array.from({ length: SUBSCRIBERS }, (_, index) => ({
      token: readers[Math.floor(index / perUser)],
      body,
    }));
    const client = fork(new URL('open-subscriptions.mjs', import.meta.url), [], { execArgv: [] });
    const startedAt = performance.now();
    await send(client, { urls: gateways.map(({ url }) => url), operations });
    const opening = (performance.now() - startedAt) / 1000;
    const open = await memory();

    const change = async (subject: string) => {
      await send(client, { text: `"subject":"${subject}"` });
      const received = nextMessage(client);
      await admin.patch(`/v1/spaces/${space.id}/change-requests/${id}`, { subject });
      await received;
    };
    for (let index = 0; index < CHANGES; index += 1) await change(`Subject ${index}`);
    const after = await memory();
    const token = admin.token ?? '';
    const idle = await besideReads(token, () => sleep(2000));

    const removed = Math.ceil(readers.length / REMOVED_SHARE);
    await world.db
      .query(sql`UPDATE members SET disabled = TRUE WHERE organization_id = ${organizationId}
    AND user_id IN (SELECT user_id FROM api_tokens
      WHERE secret_hash = ANY(${readers.slice(0, removed).map((secret) => hashSecret(secret))}::text[]))`);
    await send(client, { text: '"status":"MERGED"' });
    const received = nextMessage<{ received: [index: number, at: number][]; ended: number[] }>(
      client,
    );
    let [sentAt, mergedAt] = [0, 0];
    const times = await besideReads(token, async () => {
      sentAt = Date.now();
      await admin.post(`/v1/spaces/${space.id}/change-requests/${id}/merge`);
      mergedAt = Date.now();
      await received;
    });
    const result = await received;
    client.kill();
    const delays = result.received.map(([, at]) => at - mergedAt).toSorted((a, b) => a - b);
    const mayNot = result.received.filter(([index]) => Math.floor(index / perUser) < removed);
    expect(mayNot).toEqual([]);
    expect(result.ended.length).toBe(Math.min(removed * perUser, SUBSCRIBERS));
    expect(result.received.length).toBe(SUBSCRIBERS - result.ended.length);
    rows.push([
      name,
      opening.toFixed(1),
      ...[before, open, after].map((size) => size.toFixed(0)),
      ...[mergedAt - sentAt, middle(delays), delays.at(-1) ?? NaN].map((ms) => ms.toFixed(0)),
      String(result.ended.length),
      ...[middle(idle), middle(times), times.at(-1) ?? NaN].map((ms) => ms.toFixed(1)),
    ]);
  },
);
