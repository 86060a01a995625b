import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { listen } from '../support/listen.ts';
import { subscribe } from '../support/subscribe.ts';
import { useOrganization, useWorld } from '../support/use-world.ts';

const token = 'a-token-of-the-metrics';
const world = useWorld({ metricsToken: token });
const closed = useWorld();
const organization = useOrganization(world);

const scrape = (authorization?: string) =>
  world.app.inject({ url: '/metrics', headers: authorization ? { authorization } : {} });

/** Returns the value of a metric with labels, in the order in which it is written. */
async function valueOf(metric: string): Promise<number> {
  const { body } = await scrape(`Bearer ${token}`);
  const line = body.split('\n').find((text) => text.startsWith(`${metric} `));
  return line === undefined ? 0 : Number(line.split(' ').at(-1));
}

const requests = (surface: string, status: number) =>
  valueOf(`docgraph_request_duration_seconds_count{surface="${surface}",status="${status}"}`);

let spaceId: string;

beforeAll(async () => {
  ({ id: spaceId } = await world.space(organization.id));
});

describe('/metrics', () => {
  it('needs the token of its setting', async () => {
    for (const authorization of [undefined, 'Bearer wrong', `Bearer ${organization.admin.token}`]) {
      const { statusCode, body } = await scrape(authorization);
      expect(statusCode).toBe(401);
      expect(body).not.toContain('docgraph_');
    }
    const { statusCode, headers } = await scrape(`Bearer ${token}`);
    expect(statusCode).toBe(200);
    expect(headers['content-type']).toMatch(/^text\/plain; version=0\.0\.4/);
  });

  it('has every metric and label that the dashboard reads', async () => {
    const { admin } = organization;
    await admin.query('{ organizations { nodes { id } } }');
    const file = new URL('../../docs/grafana-dashboard.json', import.meta.url);
    const { panels } = JSON.parse(readFileSync(file, 'utf8')) as {
      panels: { title: string; targets: { expr: string }[] }[];
    };
    const { body } = await scrape(`Bearer ${token}`);
    expect(panels.length).toBeGreaterThan(5);
    for (const { title, targets } of panels) {
      for (const { expr } of targets) {
        const [metric = title] = /(?:docgraph|process|nodejs)_\w+/.exec(expr) ?? [];
        const lines = body.split('\n').filter((line) => new RegExp(`^${metric}[ {]`).test(line));
        expect(lines, `${title}: ${expr}`).not.toEqual([]);
        // Prometheus adds the job and the instance.
        const labels = /by \(([\w, ]+)\)/.exec(expr)?.[1]?.split(', ') ?? [];
        for (const label of labels.filter((name) => name !== 'instance')) {
          expect(lines[0], `${title}: ${expr}`).toContain(`${label}="`);
        }
      }
    }
  });

  it('does not exist without the setting', async () => {
    const headers = { authorization: `Bearer ${token}` };
    expect((await closed.app.inject({ url: '/metrics', headers })).statusCode).toBe(404);
  });

  it('counts requests by surface and status, with their durations', async () => {
    const { admin } = organization;
    const before = {
      graphql: await requests('graphql', 200),
      missing: await requests('v1', 404),
      unknown: await requests('unknown', 404),
    };
    await admin.query('{ organizations { nodes { id } } }');
    await admin.query('{ organizations { nodes { id } } }');
    expect((await admin.get('/v1/spaces/sp_missing')).status).toBe(404);
    expect((await admin.get('/nowhere')).status).toBe(404);
    expect(await requests('graphql', 200)).toBe(before.graphql + 2);
    expect(await requests('v1', 404)).toBe(before.missing + 1);
    expect(await requests('unknown', 404)).toBe(before.unknown + 1);
    const labels = 'surface="graphql",status="200"';
    expect(await valueOf(`docgraph_request_duration_seconds_sum{${labels}}`)).toBeGreaterThan(0);
  });

  it('shows the connections to the database', async () => {
    const connection = await world.db.pool.connect();
    try {
      const state = (name: string) => valueOf(`docgraph_database_connections{state="${name}"}`);
      expect(await state('busy')).toBeGreaterThanOrEqual(1);
      expect((await state('busy')) + (await state('idle'))).toBeLessThanOrEqual(
        world.db.pool.options.max,
      );
      expect(await valueOf('docgraph_database_waiting')).toBe(0);
    } finally {
      connection.release();
    }
  });

  it('counts jobs by state', async () => {
    expect(await valueOf('docgraph_jobs{state="pending"}')).toBe(0);
    const { status } = await organization.admin.post(`/v1/spaces/${spaceId}/git/import`, {
      ...{ url: 'https://git.example.com/docs.git', ref: 'refs/heads/main' },
    });
    expect(status).toBe(204);
    expect(await valueOf('docgraph_jobs{state="pending"}')).toBe(1);
    expect(await valueOf('docgraph_jobs{state="failed"}')).toBe(0);
  });

  it('counts open subscriptions', async () => {
    const base = await listen(world.app);
    const query = 'subscription ($id: ID!) { space(id: $id) { space { title } } }';
    const events = subscribe(base, organization.admin.token, query, { id: spaceId });
    expect((await events.next())?.errors).toBeUndefined();
    expect(await valueOf('docgraph_subscriptions')).toBe(1);
    events.close();
    await eventually(async () => expect(await valueOf('docgraph_subscriptions')).toBe(0));
    const missing = subscribe(base, organization.admin.token, query, { id: 'sp_missing' });
    expect((await missing.next())?.errors).toHaveLength(1);
    await eventually(async () => expect(await requests('subscription', 200)).toBe(1));
  });

  it('measures the process', async () => {
    expect(await valueOf('process_resident_memory_bytes')).toBeGreaterThan(1e6);
  });
});
