import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dump } from 'js-yaml';
import { pino } from 'pino';
import { sql } from '../../../../src/database/database.ts';
import { createWebClient } from '../../../../src/external/http/create-web-client.ts';
import type { WebClient } from '../../../../src/external/http/web-client.ts';
import { refreshOpenApiSpecs } from '../../../../src/features/openapi-specs/processing/refresh-openapi-specs.ts';
import { runJobs } from '../../../support/run-jobs.ts';
import { useOrganization, useWorld } from '../../../support/use-world.ts';
import { sendBytes, startWebSite, type WebPage, type WebSite } from '../../../support/web-site.ts';
import { largeSpec, petStore } from '../support.ts';

const world = useWorld();
const organization = useOrganization(world);
const pages: Record<string, WebPage> = {};
let site: WebSite;
let web: WebClient;

beforeAll(async () => {
  site = await startWebSite(pages);
  web = createWebClient({ intranetHosts: [site.host] });
});

afterAll(async () => {
  await web.close();
  await site.stop();
});

const json = (value: unknown) => sendBytes('application/json', JSON.stringify(value));
const url = (slug: string) => `/v1/orgs/${organization.id}/openapi/${slug}`;

/** Puts a source and lets it be processed; answers what the specification is then. */
async function process(
  slug: string,
  source: { url: string } | { text: string },
  client: WebClient = web,
) {
  const { status, body } = await organization.admin.put(url(slug), { source });
  expect([status, body.processingState]).toEqual([200, 'pending']);
  await runJobs(world, { web: client, translator: null, cacheDir: '' });
  return (await organization.admin.get(url(slug))).body;
}

const contentOf = async (slug: string, version = 'latest') =>
  (await organization.admin.get(`${url(slug)}/versions/${version}/content`)).body;

/** What anybody reads at an address of an answer. */
async function read(address: string) {
  const { pathname, search } = new URL(address);
  return world.anonymous().get(pathname + search);
}

/** Sends a request, and answers the text of what comes back. */
async function send(method: 'GET' | 'POST', address: string, payload?: object): Promise<string> {
  const headers = { authorization: `Bearer ${organization.admin.token}` };
  const body = payload && { payload };
  return (await world.app.inject({ method, url: address, headers, ...body })).body;
}

const rowOf = async (slug: string) => {
  const [row] = await world.db.query(
    sql`SELECT row_to_json(s)::text FROM openapi_specs s WHERE s.slug = ${slug}`,
  );
  return row?.[0];
};

const refresh = (now: Date) =>
  refreshOpenApiSpecs({
    ...{
      db: world.db,
      web,
      translator: null,
      cacheDir: '',
      log: pino({ level: 'silent' }),
      now: () => now,
    },
    signal: new AbortController().signal,
  });

const lastJob = async () => {
  const data = await organization.admin.query(
    `query ($id: ID!) { organization(id: $id) { jobs(first: 1) { nodes {
      kind state step progress message error { code message step remedy }
      results(first: 5) { nodes { path outcome } } } } } }`,
    { id: organization.id },
  );
  return data.organization.jobs.nodes[0];
};

describe('processing', () => {
  it.each([
    ['swagger-2', { swagger: '2.0', info: { title: 'a', version: '1' }, paths: {} }],
    ['openapi-3-0', largeSpec(2)],
    ['openapi-3-1', petStore()],
    ['openapi-3-2', petStore({ openapi: '3.2.0' })],
  ])('takes %s, as JSON and as YAML', async (slug, document) => {
    pages[`/${slug}.yaml`] = sendBytes('text/yaml', dump(document));
    const fetched = await process(slug, { url: `${site.url}/${slug}.yaml` });
    expect(fetched.processingState).toBe('complete');
    expect(fetched.lastVersion).toMatch(/^specv_/);
    expect(fetched.lastProcessErrorCode).toBeUndefined();
    expect(await contentOf(slug)).toEqual({
      filesystem: { [`${slug}.yaml`]: document },
      url: expect.any(String),
    });
    const given = await process(slug, { text: JSON.stringify(document) });
    expect(given.sourceURL).toBeUndefined();
    expect(await contentOf(slug)).toMatchObject({ filesystem: { openapi: document } });
  });

  it('shows its files one by one, and as one document that anybody can read who has it', async () => {
    pages['/shop/api.json'] = json(petStore({ paths: { '/a': { $ref: 'paths/a.yaml#/a' } } }));
    pages['/shop/paths/a.yaml'] = sendBytes(
      'text/yaml',
      'a: { get: { responses: { 200: { $ref: "#/ok" } } } }\nok: { description: ok }\n',
    );
    await process('shop', { url: `${site.url}/shop/api.json` });
    const { filesystem, url: address } = await contentOf('shop');
    expect(Object.keys(filesystem)).toEqual(['api.json', 'paths/a.yaml']);
    expect(filesystem['api.json'].paths['/a']).toEqual({ $ref: 'paths/a.yaml#/a' });
    const bundle = await read(address);
    expect(bundle.body.paths['/a']).toEqual({ $ref: '#/x-files/paths~1a.yaml/a' });
    expect(await lastJob()).toMatchObject({
      ...{
        kind: 'openapi-process',
        state: 'DONE',
        progress: 1,
        message: 'There is a new version.',
      },
      results: {
        nodes: [
          { path: 'api.json', outcome: 'read' },
          { path: 'paths/a.yaml', outcome: 'read' },
        ],
      },
    });
  });

  it('keeps numbers as they are written, in files, in the bundle and on both surfaces', async () => {
    const numbers = '"maximum":9223372036854775807,"default":1.0,"example":1234567890123456789';
    const schema = `{"type":"number",${numbers}}`;
    const head = '"openapi":"3.1.0","info":{"title":"Pets","version":"1"},"paths":{}';
    pages['/exact/api.json'] = sendBytes(
      'application/json',
      `{${head},"components":{"schemas":{"A":{"$ref":"b.yaml#/B"},"C":${schema}}}}`,
    );
    pages['/exact/b.yaml'] = sendBytes('text/yaml', `B: ${schema.replaceAll(':', ': ')}\n`);
    const spec = await process('exact', { url: `${site.url}/exact/api.json` });
    expect(spec).not.toHaveProperty('lastProcessErrorCode');
    const bundle = new URL((await contentOf('exact')).url);
    const answers = [
      await send('GET', `${url('exact')}/versions/latest/content`),
      await send('GET', bundle.pathname + bundle.search),
      await send('POST', '/graphql', {
        query: `query ($id: ID!) { node(id: $id) { ... on OpenAPISpecVersion {
          content { filesystem } } } }`,
        variables: { id: spec.lastVersion },
      }),
    ];
    for (const text of answers) expect(text.split(numbers).length, text).toBe(3);
  });

  it('makes a version only when the content changed', async () => {
    const text = (version: string) => ({
      text: JSON.stringify(petStore({ info: { title: 'Pets', version } })),
    });
    const first = await process('versions', text('1'));
    const same = await process('versions', text('1'));
    expect(same.lastVersion).toBe(first.lastVersion);
    const second = await process('versions', text('2'));
    const { body } = await organization.admin.get(`${url('versions')}/versions`);
    expect(body.items.map(({ id }: { id: string }) => id)).toEqual([
      ...[second.lastVersion, first.lastVersion],
    ]);
    const old = await contentOf('versions', first.lastVersion);
    expect(old.filesystem.openapi.info.version).toBe('1');
  });

  it('keeps the newest 100 versions, and what they are made of', async () => {
    const text = (version: string) => ({
      text: JSON.stringify(petStore({ info: { title: 'Pets', version } })),
    });
    const first = await process('many', text('1'));
    const { id: specId } = first;
    const { files, ...row } = await world.db.prisma.openApiSpecVersion.findUniqueOrThrow({
      where: { id: first.lastVersion },
    });
    // All are older than the next version, however soon it is made.
    const start = row.createdAt.getTime() - 1000;
    await world.db.prisma.openApiSpecVersion.update({
      where: { id: first.lastVersion },
      data: { createdAt: new Date(start) },
    });
    await world.db.prisma.openApiSpecVersion.createMany({
      data: Array.from({ length: 99 }, (_, index) => ({
        ...{ ...row, files: files as object[], pages: [] },
        id: `specv_${String(index).padStart(3, '0')}${specId.slice(8)}`,
        createdAt: new Date(start + index + 1),
      })),
    });
    const last = await process('many', text('2'));
    const { body } = await organization.admin.get(`${url('many')}/versions?limit=1000`);
    expect(body.count).toBe(100);
    expect(body.items[0].id).toBe(last.lastVersion);
    const gone = await organization.admin.get(`${url('many')}/versions/${first.lastVersion}`);
    expect(gone.status).toBe(404);
    expect(await world.db.prisma.blobHold.count({ where: { holder: first.lastVersion } })).toBe(0);
    expect((await contentOf('many')).filesystem.openapi.info.version).toBe('2');
  });

  it('keeps the version when it fails, says why, and goes on when it works again', async () => {
    pages['/fails.json'] = json(petStore());
    const source = { url: `${site.url}/fails.json` };
    const { lastVersion } = await process('fails', source);
    pages['/fails.json'] = json(petStore({ info: { title: 'No version' } }));
    const failed = await process('fails', source);
    expect(failed).toMatchObject({
      ...{ processingState: 'complete', lastProcessErrorCode: 'PARSE_ERROR', lastVersion },
    });
    expect(await lastJob()).toMatchObject({
      state: 'FAILED',
      error: {
        ...{ code: 'PARSE_ERROR', step: 'check' },
        message: expect.stringContaining(`must have required property 'version'`),
        remedy: expect.stringContaining('Correct the specification'),
      },
    });
    delete pages['/fails.json'];
    expect(await process('fails', source)).toMatchObject({
      ...{ lastProcessErrorCode: 'FETCH_ERROR', lastVersion },
    });
    pages['/fails.json'] = json(petStore());
    const mended = await process('fails', source);
    expect(mended.lastProcessErrorCode).toBeUndefined();
    expect(mended.lastVersion).toBe(lastVersion);
  });

  it('gives up a hung source in time, and keeps the version', async () => {
    pages['/hung.json'] = json(petStore());
    const source = { url: `${site.url}/hung.json` };
    const { lastVersion } = await process('hung', source);
    pages['/hung.json'] = () => undefined;
    const limits: (number | undefined)[] = [];
    const impatient: WebClient = {
      ...web,
      fetch: (request) => {
        limits.push(request.timeoutMs);
        return web.fetch({ ...request, timeoutMs: 100 });
      },
    };
    const hung = await process('hung', source, impatient);
    expect(hung).toMatchObject({
      ...{ processingState: 'complete', lastProcessErrorCode: 'FETCH_TIMEOUT', lastVersion },
    });
    expect(limits).toEqual([10_000]);
    // What is refreshed later in this file should not wait for it again.
    pages['/hung.json'] = json(petStore());
  });

  it.each([
    ['no specification', '{}', 'needs a member \\"openapi\\"'],
    ['a list', '[]', 'is not an object'],
    ['another version', '{"openapi":"4.0.0"}', 'needs a member \\"openapi\\"'],
    ['a reference that leads nowhere', dump(petStore({ components: {} })), 'has no target'],
    ['an alias bomb', bomb(), 'has more than'],
  ])('refuses %s', async (_what, text, message) => {
    const failed = await process('refused', { text });
    expect(failed.lastProcessErrorCode).toBe('PARSE_ERROR');
    expect(JSON.stringify((await lastJob()).error.message)).toContain(message);
  });

  it('takes a large specification that is one cycle', async () => {
    const document = largeSpec(4000);
    const large = await process('large', { text: JSON.stringify(document) });
    expect(large).toMatchObject({ processingState: 'complete' });
    expect(large.lastProcessErrorCode).toBeUndefined();
    expect(await contentOf('large')).toMatchObject({ filesystem: { openapi: document } });
  });

  it('shows user, password and query of an address to nobody, and sends them to the source', async () => {
    let seen: string | undefined;
    pages['/private.json?key=hush'] = (request, response) => {
      seen = request.headers.authorization;
      response.end(JSON.stringify(petStore()));
    };
    const source = { url: `http://me:pw@${site.host}/private.json?key=hush` };
    const spec = await process('private', source);
    expect(seen).toBe('Basic bWU6cHc=');
    expect(spec.sourceURL).toBe(`http://${site.host}/private.json`);
    expect(Object.keys((await contentOf('private')).filesystem)).toEqual(['private.json']);
    expect(await rowOf('private')).not.toMatch(/pw|bWU6cHc|hush/);
    delete pages['/private.json?key=hush'];
    const failed = await process('private', source);
    expect(failed.lastProcessErrorCode).toBe('FETCH_ERROR');
    expect((await lastJob()).error.message).toContain('/private.json?… answered');
    expect(await rowOf('private')).not.toMatch(/pw|bWU6cHc|hush/);
  });

  it('encrypts what an earlier version stored of an address, and still fetches it', async () => {
    pages['/before.json?key=hush'] = json(petStore());
    const { id } = await process('before', { url: `${site.url}/before.json` });
    const sourceUrl = `${site.url}/before.json?key=hush`;
    const data = { sourceUrl, lastProcessedAt: new Date(0) };
    await world.db.prisma.openApiSpec.update({ where: { id }, data });
    expect((await organization.admin.get(url('before'))).body.sourceURL).not.toContain('hush');
    await refresh(new Date());
    await runJobs(world, { web, translator: null, cacheDir: '' });
    const spec = (await organization.admin.get(url('before'))).body;
    expect(spec.lastVersion).toMatch(/^specv_/);
    expect(spec.lastProcessErrorCode).toBeUndefined();
    expect(await rowOf('before')).not.toContain('hush');
  });
});

describe('a refresh', () => {
  it('asks for what has an address and is old, and not for what the source says is the same', async () => {
    let answers = 0;
    pages['/fresh.json'] = (request, response) => {
      const isSame = request.headers['if-none-match'] === '"v1"';
      if (!isSame) answers += 1;
      response.writeHead(isSame ? 304 : 200, { etag: '"v1"' });
      response.end(isSame ? '' : JSON.stringify(petStore()));
    };
    const { lastVersion, lastProcessedAt } = await process('fresh', {
      url: `${site.url}/fresh.json`,
    });
    await refresh(new Date());
    const later = new Date(Date.now() + 7 * 60 * 60 * 1000);
    const before = await organization.admin.get(url('fresh'));
    expect(before.body).toMatchObject({ processingState: 'complete', lastProcessedAt });
    await refresh(later);
    const waiting = await organization.admin.get(url('fresh'));
    expect(waiting.body.processingState).toBe('pending');
    await runJobs(world, { web, translator: null, cacheDir: '' });
    const { body } = await organization.admin.get(url('fresh'));
    expect(body).toMatchObject({ processingState: 'complete', lastVersion });
    expect(body.lastProcessedAt > lastProcessedAt).toBe(true);
    expect(answers).toBe(1);
  });
});

/** YAML that is small, and huge when its aliases are written out. */
function bomb(): string {
  const list = (item: string) => `[${Array.from({ length: 10 }, () => item).join()}]`;
  return Array.from(
    { length: 12 },
    (_, index) => `a${index}: &a${index} ${list(index === 0 ? 'x' : `*a${index - 1}`)}`,
  ).join('\n');
}
