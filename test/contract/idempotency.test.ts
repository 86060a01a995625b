import { randomUUID } from 'node:crypto';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { rawSql, sql } from '../../src/database/database.ts';
import type { Route } from '../../src/rest/route.ts';
import type { Client } from '../support/client.ts';
import { bodyOf } from '../support/mutation-bodies.ts';
import { routes } from '../support/open-api.ts';
import { parametersOf, urlOf } from '../support/route-requests.ts';
import { createScene, prepareScene, type Scene } from '../support/scene.ts';
import { useWorld } from '../support/use-world.ts';

const world = useWorld();
let admin: Client;
let organizationId: string;

/** Within a day of UTC: the addresses of files are the same for a day. */
const NOON = new Date().setUTCHours(12, 0, 0, 0);
const LATER = NOON + 90 * 60 * 1000;

const mutations = routes.filter(({ method }) => method !== 'GET');

beforeAll(async () => {
  ({ id: organizationId, admin } = await world.organization());
});

afterEach(() => {
  vi.useRealTimers();
});

async function send(client: Client, route: Route, scene: Scene, key: string) {
  const url = urlOf(route, { path: parametersOf(route, scene) });
  const sent = { 'idempotency-key': key };
  const method = route.method.toLowerCase() as 'post' | 'put' | 'patch' | 'delete';
  const { status, body, headers } = await (method === 'delete'
    ? client.delete(url, sent)
    : client[method](url, bodyOf(route.operationId, scene), sent));
  return { status, body, location: headers['location'] };
}

/** A hash of what each table holds; but for tokens, which say when they were used last. */
async function contentOfTables(): Promise<Record<string, unknown>> {
  const tables = await world.db.query(sql`
    SELECT tablename FROM pg_tables
    WHERE schemaname = current_schema() AND tablename <> 'api_tokens'`);
  const hashes = (tables as [string][]).map(async ([table]): Promise<[string, unknown]> => {
    const rows = await world.db.query(
      sql`SELECT md5(string_agg(t::text, ' ' ORDER BY t::text)) FROM ${rawSql(`"${table}" t`)}`,
    );
    return [table, rows[0]?.[0]];
  });
  return Object.fromEntries(await Promise.all(hashes));
}

/** Sends it once more as somebody who may only read by now. */
async function sendDemoted(route: Route, scene: Scene, key: string) {
  const where = {
    organizationId_userId: { organizationId: scene.organizationId, userId: admin.userId },
  };
  await world.db.prisma.member.update({ where, data: { role: 'read' } });
  try {
    return await send(admin, route, scene, key);
  } finally {
    await world.db.prisma.member.update({ where, data: { role: 'admin' } });
  }
}

it.each(mutations.map((route) => [route.operationId, route] as const))(
  '%s does nothing when it is sent again with its key later, and answers the same',
  async (operationId, route) => {
    const scene = await createScene(world, organizationId, admin.userId);
    await prepareScene(world, operationId, scene);
    const key = randomUUID();
    vi.useFakeTimers({ toFake: ['Date'], now: NOON });
    const first = await send(admin, route, scene, key);
    expect(first.status).toBe(route.status);
    const before = await contentOfTables();
    vi.setSystemTime(LATER);
    expect(await send(admin, route, scene, key)).toEqual(first);
    expect(await contentOfTables()).toEqual(before);
    // The same when the right to do it is gone, but for those who no longer see what it is about.
    const { status } = await sendDemoted(route, scene, key);
    expect([first.status, 404]).toContain(status);
    expect(await contentOfTables()).toEqual(before);
  },
);
