import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findFreePort } from '../../src/database/embedded/postmaster.ts';
import type { Client } from '../support/client.ts';
import { eventually } from '../support/eventually.ts';
import { startProgram, type Program } from '../support/program.ts';
import {
  startSpanCollector,
  type CollectedSpan,
  type SpanCollector,
} from '../support/span-collector.ts';
import { useWorld } from '../support/use-world.ts';
import { startWebSite, type WebSite } from '../support/web-site.ts';

/** Kinds of spans. */
const [SERVER, CLIENT, CONSUMER] = [2, 3, 5];
const ERROR = 2;
const SECRET = 'a-value-of-a-variable';

const world = useWorld();
let admin: Client;
let organizationId: string;
let spaceId: string;
let collector: SpanCollector;
let site: WebSite;
let program: Program;
let url: string;
/** The header `traceparent` of requests to the other server. */
const passed: unknown[] = [];

beforeAll(async () => {
  ({ id: organizationId, admin } = await world.organization());
  ({ id: spaceId } = await world.space(organizationId, { title: 'Guides' }));
  collector = await startSpanCollector();
  site = await startWebSite({
    [`/api.json?key=${SECRET}`]: (request, response) => {
      passed.push(request.headers.traceparent);
      response.end('{"openapi":"3.1.0","info":{"title":"Pets","version":"1"},"paths":{}}');
    },
  });
  const port = String(await findFreePort());
  url = `http://127.0.0.1:${port}`;
  program = startProgram(world, 'main', {
    ...{ PORT: port, INTRANET_HOSTS: site.host },
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_HEADERS: 'x-tenant=docs',
    OTEL_SERVICE_NAME: 'docs-gateway',
    OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test',
    OTEL_BSP_SCHEDULE_DELAY: '50',
  });
  await eventually(async () => expect((await fetch(`${url}/ready`)).status).toBe(200));
});

afterAll(async () => {
  await program.end('SIGKILL');
  await collector.stop();
  await site.stop();
});

let traces = 0;

/** Sends a request as part of a trace of the client, and returns the spans of that trace. */
async function traceOf(
  target: string,
  init: RequestInit = {},
  count = 1,
): Promise<{ spans: CollectedSpan[]; server: CollectedSpan }> {
  const traceId = String((traces += 1)).padStart(32, 'a');
  const response = await fetch(url + target, {
    ...init,
    headers: {
      authorization: `Bearer ${admin.token}`,
      'content-type': 'application/json',
      traceparent: `00-${traceId}-00f067aa0ba902b7-01`,
      ...(init.headers as Record<string, string>),
    },
  });
  await response.text();
  return eventually(() => {
    const spans = collector.spans.filter((span) => span.traceId === traceId);
    const server = spans.find(({ parentSpanId }) => parentSpanId === '00f067aa0ba902b7');
    if (!server || spans.length < count) throw new Error('The spans are under way.');
    return Promise.resolve({ spans, server });
  });
}

const post = (body: object) => ({ method: 'POST', body: JSON.stringify(body) });

describe('a request', () => {
  it('is a span by its route below that of the client, with its statements', async () => {
    const { spans, server } = await traceOf(`/v1/spaces/${spaceId}`, {}, 2);
    expect(server).toMatchObject({
      ...{ name: 'GET /v1/spaces/:spaceId', kind: SERVER, status: 0 },
      attributes: {
        'http.request.method': 'GET',
        'http.route': '/v1/spaces/:spaceId',
        'http.response.status_code': 200,
        'url.scheme': 'http',
        'url.path': `/v1/spaces/${spaceId}`,
        'network.protocol.version': '1.1',
        'docgraph.request.id': expect.any(String),
      },
    });
    const statements = spans.filter(({ kind }) => kind === CLIENT);
    expect(statements.length).toBeGreaterThan(0);
    for (const { name, attributes, parentSpanId } of statements) {
      expect(parentSpanId).toBe(server.spanId);
      const database = new URL(world.url).pathname.slice(1);
      expect(name).toMatch(new RegExp(`^[A-Z]+ ${database}$`));
      expect(attributes).toMatchObject({
        ...{ 'db.system.name': 'postgresql', 'db.namespace': database },
        'db.query.text': expect.stringMatching(/\$1/),
      });
    }
  });

  it.each([
    ['a query', 'query Titles($id: ID!) { space(id: $id) { title } }', 'query', 'Titles'],
    [
      'a mutation',
      'mutation Rename($id: ID!, $title: String!) { updateSpace(input: { spaceId: $id, title: $title }) { space { title } } }',
      'mutation',
      'Rename',
    ],
  ])('of GraphQL has the name of its operation: %s', async (_, query, type, name) => {
    const body = { query, variables: { id: spaceId, title: SECRET } };
    for (let time = 0; time < 2; time += 1) {
      const { server, spans } = await traceOf('/graphql', post(body), 2);
      expect(server).toMatchObject({
        name: 'POST /graphql',
        attributes: { 'graphql.operation.type': type, 'graphql.operation.name': name },
      });
      expect(spans.filter(({ kind }) => kind === CLIENT).length).toBeGreaterThan(0);
    }
  });

  it('sends its transaction as a batch', async () => {
    const { spans } = await traceOf(
      `/v1/spaces/${spaceId}`,
      { method: 'PATCH', body: JSON.stringify({ title: SECRET.slice(0, 9) }) },
      3,
    );
    const batch = spans.find(({ attributes }) => attributes['db.operation.name'] === 'BATCH');
    expect(batch?.attributes).toMatchObject({
      ...{ 'db.operation.batch.size': expect.any(Number) },
      'db.query.text': expect.stringContaining('BEGIN; '),
    });
  });

  it('keeps the pages of this process in one trace', async () => {
    const { siteId } = await world.publish(spaceId);
    const { spans, server } = await traceOf(`/s/${siteId}`, {}, 3);
    const inner = spans.find(({ name }) => name === 'POST /graphql');
    expect(inner).toMatchObject({ kind: SERVER, parentSpanId: server.spanId });
  });

  it('that is not sampled by its client records nothing', async () => {
    const traceId = 'b'.repeat(32);
    const traceparent = `00-${traceId}-00f067aa0ba902b7-00`;
    await fetch(`${url}/v1/spaces/${spaceId}`, { headers: { traceparent } });
    await traceOf(`/v1/spaces/${spaceId}`);
    expect(collector.spans.filter((span) => span.traceId === traceId)).toEqual([]);
  });

  it('that a client gets wrong is no failure; one that the server does is', async () => {
    const missing = await traceOf('/v1/spaces/sp_missing');
    expect(missing.server).toMatchObject({ status: 0 });
    expect(missing.server.attributes['http.response.status_code']).toBe(404);
    await world.db.pool.query('ALTER TABLE spaces RENAME TO hidden_spaces');
    try {
      const { server, spans } = await traceOf(`/v1/spaces/${spaceId}`, {}, 2);
      expect(server).toMatchObject({ status: ERROR, attributes: { 'error.type': '500' } });
      const failed = spans.find(({ kind, status }) => kind === CLIENT && status === ERROR);
      expect(failed?.attributes['error.type']).toBe('42P01');
    } finally {
      await world.db.pool.query('ALTER TABLE hidden_spaces RENAME TO spaces');
    }
  });
});

describe('a job', () => {
  it('is a trace of its own, whose context reaches other servers', async () => {
    const response = await fetch(`${url}/v1/orgs/${organizationId}/openapi/pets`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${admin.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ source: { url: `http://${site.host}/api.json?key=${SECRET}` } }),
    });
    expect(response.status).toBeLessThan(300);
    const job = await eventually(() => {
      const found = collector.spans.find(
        ({ name, kind }) => kind === CONSUMER && name.startsWith('job '),
      );
      if (!found) throw new Error('The job runs.');
      return Promise.resolve(found);
    });
    expect(job).toMatchObject({ parentSpanId: '', status: 0 });
    const spans = collector.spans.filter(({ traceId }) => traceId === job.traceId);
    const download = spans.find(({ name }) => name === 'GET');
    expect(download?.attributes).toMatchObject({
      ...{ 'http.request.method': 'GET', 'http.response.status_code': 200 },
      'server.address': '127.0.0.1',
    });
    expect(passed).toEqual([`00-${job.traceId}-${download?.spanId}-01`]);
    expect(spans.some(({ attributes }) => 'db.query.text' in attributes)).toBe(true);
  });
});

describe('the spans', () => {
  it('name their service and its resource, and are sent with the headers of the setting', () => {
    expect(collector.spans[0]?.resource).toMatchObject({
      ...{ 'service.name': 'docs-gateway', 'service.version': expect.any(String) },
      ...{ 'deployment.environment.name': 'test', 'service.instance.id': expect.any(String) },
    });
    expect(collector.headers[0]).toMatchObject({
      ...{ url: '/v1/traces', 'x-tenant': 'docs', 'content-type': 'application/x-protobuf' },
    });
  });

  it('contain neither tokens nor values', () => {
    const text = collector.text();
    expect(text).toContain('docs-gateway');
    for (const secret of [admin.token ?? '', SECRET, SECRET.slice(0, 9)]) {
      expect(text).not.toContain(secret);
    }
  });

  it('that wait are sent at a stop', async () => {
    const traceId = 'c'.repeat(32);
    const traceparent = `00-${traceId}-00f067aa0ba902b7-01`;
    await fetch(`${url}/v1/spaces/${spaceId}`, { headers: { traceparent } });
    expect(await program.end('SIGTERM')).toBe(0);
    expect(collector.spans.some((span) => span.traceId === traceId)).toBe(true);
  });
});

describe('a gateway', () => {
  /** Starts a gateway, sends a request, and stops it. Returns what it loaded of OpenTelemetry,
   * but for the interface, which `prom-client` loads. */
  async function loadedPackages(settings: Record<string, string>): Promise<string[]> {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'docgraph-loaded-'));
    const preload = path.join(folder, 'preload.cjs');
    const output = path.join(folder, 'loaded.json');
    await writeFile(
      preload,
      `process.on('exit', () => require('node:fs').writeFileSync(${JSON.stringify(output)},
        JSON.stringify(Object.keys(require.cache).filter((name) => /opentelemetry.(?!api.)/.test(name)))))`,
    );
    const port = String(await findFreePort());
    const gateway = startProgram(world, 'main', {
      ...{ ...settings, PORT: port, NODE_OPTIONS: `--require ${preload}` },
    });
    const space = `http://127.0.0.1:${port}/v1/spaces/${spaceId}`;
    const headers = { authorization: `Bearer ${admin.token}` };
    await eventually(async () => expect((await fetch(space, { headers })).status).toBe(200));
    expect(await gateway.end('SIGTERM')).toBe(0);
    const loaded = JSON.parse(await readFile(output, 'utf8')) as string[];
    await rm(folder, { recursive: true });
    return loaded;
  }

  it('loads nothing of OpenTelemetry without a collector, or if it is disabled', async () => {
    expect(await loadedPackages({})).toEqual([]);
    const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url };
    expect(await loadedPackages({ ...endpoint, OTEL_SDK_DISABLED: 'true' })).toEqual([]);
  });

  it('serves and stops as usual if its collector is missing', async () => {
    const endpoint = { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://127.0.0.1:1/v1/traces' };
    const loaded = await loadedPackages({ ...endpoint, LOG_LEVEL: 'error' });
    expect(loaded.length).toBeGreaterThan(10);
  });
});
