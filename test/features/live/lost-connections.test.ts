import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterEach, expect, it } from 'vitest';
import { sql } from '../../../src/database/database.ts';
import { eventually } from '../../support/eventually.ts';
import { listen } from '../../support/listen.ts';
import { subscribe } from '../../support/subscribe.ts';
import { useOrganization, useWorld } from '../../support/use-world.ts';
import { World } from '../../support/world.ts';

const world = useWorld();
const organization = useOrganization(world);

const query = 'subscription ($id: ID!) { space(id: $id) { changedParts space { title } } }';

interface SpaceData {
  space: { changedParts: string[]; space: { title: string } };
}

const watch = (base: string | (() => string), id: string) =>
  subscribe<SpaceData>(base, organization.admin.token, query, { id });
const rename = (id: string, title: string) =>
  organization.admin.patch(`/v1/spaces/${id}`, { title });
const until = (events: ReturnType<typeof watch>, title: string) =>
  events.until(({ space }) => space.space.title === title);

const gateways: World[] = [];

afterEach(async () => {
  await Promise.all(gateways.splice(0).map((gateway) => gateway.destroy()));
});

/** Starts another gateway on the database of the world, until the test ends. */
async function startGateway(): Promise<{ gateway: World; base: string }> {
  const database = { url: world.url, drop: () => Promise.resolve() };
  const gateway = await World.create({ database });
  gateways.push(gateway);
  return { gateway, base: await listen(gateway.app) };
}

it('shows changes that were written on another gateway', async () => {
  const { id } = await world.space(organization.id);
  const { base } = await startGateway();
  const events = watch(base, id);
  await events.next();
  await rename(id, 'Renamed');
  expect((await until(events, 'Renamed')).space.changedParts).toEqual(['SETTINGS']);
  events.close();
});

it('loses no change with the connections of a gateway', async () => {
  const { id } = await world.space(organization.id);
  const { base } = await startGateway();
  const events = watch(base, id);
  await events.next();
  const kill = () =>
    world.db.query(sql`
      SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND pid <> pg_backend_pid()
        AND query LIKE '%change_log%' AND query NOT LIKE '%pg_terminate_backend%'`);
  for (const round of [1, 2, 3]) {
    await eventually(async () => expect((await kill()).length).toBeGreaterThan(0));
    await rename(id, `Title ${round}`);
    await kill();
    await until(events, `Title ${round}`);
  }
  events.close();
});

it('shows everything again to a client whose gateway stopped', async () => {
  const { id } = await world.space(organization.id);
  const [first, second] = [await startGateway(), await startGateway()];
  let address = first.base;
  const events = watch(() => address, id);
  await events.next();
  address = second.base;
  const startedAt = performance.now();
  await first.gateway.app.close();
  // Streams have ended, so nothing is waited for.
  expect(performance.now() - startedAt).toBeLessThan(5000);
  await rename(id, 'While nobody listened');
  const { space } = await until(events, 'While nobody listened');
  expect(space.changedParts).toEqual(['CONTENT', 'COMMENTS', 'SETTINGS']);
  events.close();
});

it('shows what a transaction wrote that ends after later ones', async () => {
  const { id } = await world.space(organization.id);
  const { id: otherId } = await world.space(organization.id);
  const { base } = await startGateway();
  const [events, others] = [watch(base, id), watch(base, otherId)];
  await events.next();
  await others.next();
  const client = new pg.Client({ connectionString: world.url });
  await client.connect();
  await client.query('BEGIN');
  await client.query(`UPDATE spaces SET title = 'Early' WHERE id = '${id}'`);
  await rename(otherId, 'Later');
  await until(others, 'Later');
  await client.query('COMMIT');
  await until(events, 'Early');
  await client.end();
  events.close();
  others.close();
});

it('leaves nothing behind a client that disconnects, and bounds streams by token', async () => {
  const { id } = await world.space(organization.id);
  const { base, gateway } = await startGateway();
  const { changes } = gateway.db;
  const user = await world.member(organization.id, 'read');
  const open = () => {
    const control = new AbortController();
    const response = fetch(`${base}/graphql`, {
      method: 'POST',
      signal: control.signal,
      headers: {
        authorization: `Bearer ${user.token}`,
        'content-type': 'application/json',
        accept: 'text/event-stream',
      },
      body: JSON.stringify({ query, variables: { id } }),
    });
    return { control, response };
  };
  const unread = Array.from({ length: 100 }, open);
  await Promise.all(
    unread.map(async ({ control, response }, index) => {
      await sleep(index / 2);
      control.abort();
      await response.catch(() => undefined);
    }),
  );
  await eventually(() => expect(changes.size).toBe(0));
  const streams = Array.from({ length: 100 }, open);
  await Promise.all(streams.map(({ response }) => response));
  const refused = await (await open().response).text();
  expect(refused).toContain('"code":"PRECONDITION_FAILED"');
  expect(refused).toContain('100 open subscriptions');
  // The space, and the token.
  expect(changes.size).toBe(2);
  for (const { control } of streams) control.abort();
  await eventually(() => expect(changes.size).toBe(0));
  const again = open();
  expect((await again.response).status).toBe(200);
  again.control.abort();
  await eventually(() => expect(changes.size).toBe(0));
});
