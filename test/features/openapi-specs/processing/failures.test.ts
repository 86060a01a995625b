import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dump } from 'js-yaml';
import { createWebClient } from '../../../../src/external/http/create-web-client.ts';
import type { WebClient } from '../../../../src/external/http/web-client.ts';
import { runJobs } from '../../../support/run-jobs.ts';
import { useOrganization, useWorld } from '../../../support/use-world.ts';
import { expectMonotone, watchProgress } from '../../../support/watch-progress.ts';
import {
  redirectTo,
  sendBytes,
  startWebSite,
  type WebPage,
  type WebSite,
} from '../../../support/web-site.ts';
import { petStore } from '../support.ts';

const world = useWorld();
const organization = useOrganization(world);
let site: WebSite;
let web: WebClient;

const SIZE_MAX = 20_000_000;
const json = (value: unknown) => sendBytes('application/json', JSON.stringify(value));
const yaml = (text: string) => sendBytes('text/yaml', text);
/** A specification that refers to a path in another file. */
const withRef = ($ref: string) => json(petStore({ paths: { '/a': { $ref } } }));
const zipped = gzipSync(Buffer.alloc(SIZE_MAX + 1, ' '));
const bomb = Array.from({ length: 12 }, (_, index) => {
  const item = index === 0 ? 'x' : `*a${index - 1}`;
  return `a${index}: &a${index} [${Array.from({ length: 10 }, () => item).join()}]`;
}).join('\n');

const pages: Record<string, WebPage> = {
  '/works': json(petStore()),
  '/hung': () => undefined,
  '/half': (_request, response) => response.writeHead(200).write('{'),
  '/slow-part': withRef('hung'),
  '/closed': (request) => request.socket.destroy(),
  '/401': (_request, response) => response.writeHead(401).end(),
  '/500': (_request, response) => response.writeHead(500).end(),
  '/metadata': redirectTo('http://169.254.169.254/latest/meta-data/'),
  '/private': redirectTo('http://10.0.0.1/'),
  '/loop': redirectTo('/pool'),
  '/pool': redirectTo('/loop'),
  '/ref-private': withRef('http://192.168.0.1/a.json'),
  '/ref-missing': withRef('nothing.json'),
  '/ref-nowhere': withRef('works#/paths/~1b'),
  '/ref-file': withRef('file:///etc/passwd'),
  '/bad.json': sendBytes('application/json', '{"openapi": "3.1.0",'),
  '/bad.yaml': yaml('openapi: 3.1.0\n info: x: y\n'),
  '/bomb': yaml(bomb),
  '/self': yaml('a: &a [*a]'),
  '/empty': yaml('# nothing\n'),
  '/html': '<!doctype html><title>Sign in</title><p>Please: sign in',
  '/huge': sendBytes('application/json', Buffer.alloc(SIZE_MAX + 1, ' ')),
  '/zipped': (_request, response) =>
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(zipped),
  '/no-spec': json({ hello: 'world' }),
  '/no-version': json(petStore({ info: { title: 'x' } })),
  '/other-version': json(petStore({ openapi: '4.0.0' })),
};
// More files than a specification may have, each naming the next.
for (let index = 0; index < 201; index += 1) {
  pages[`/chain/${index}`] = json({ ...petStore(), paths: { '/a': { $ref: `${index + 1}` } } });
}

beforeAll(async () => {
  site = await startWebSite(pages);
  web = createWebClient({ intranetHosts: [site.host, '127.0.0.1:1'] });
  await watchProgress(world);
  await process(`${site.url}/works`);
});

afterAll(async () => {
  await web.close();
  await site.stop();
});

const address = () => `/v1/orgs/${organization.id}/openapi/fails`;

async function process(url: string) {
  await organization.admin.put(address(), { source: { url } });
  await runJobs(world, { web: impatient(), translator: null, cacheDir: '' });
  const { body } = await organization.admin.get(address());
  const { jobs } = await world.db.prisma.organization.findUniqueOrThrow({
    where: { id: organization.id },
    include: { jobs: { orderBy: { createdAt: 'desc' }, take: 1 } },
  });
  return { spec: body, job: jobs[0] };
}

/** The client of the product, which does not wait as long for what never comes. */
const impatient = (): WebClient => ({
  ...web,
  fetch: (request) =>
    web.fetch(/hung|half/.test(String(request.url)) ? { ...request, timeoutMs: 300 } : request),
});

describe('a source that cannot be processed', () => {
  it.each<[string, string, code: string, step: string]>([
    ['an unknown host', 'http://nowhere.invalid/', 'FETCH_ERROR', 'fetch'],
    ['a port where nobody listens', 'http://127.0.0.1:1/', 'FETCH_ERROR', 'fetch'],
    ['a private address', 'http://10.1.2.3/api.json', 'FETCH_ERROR', 'fetch'],
    ['this machine', 'http://localhost:1/', 'FETCH_ERROR', 'fetch'],
    ['a server that hangs up', '/closed', 'FETCH_ERROR', 'fetch'],
    ['credentials that are missing', '/401', 'FETCH_ERROR', 'fetch'],
    ['a broken server', '/500', 'FETCH_ERROR', 'fetch'],
    ['a file that is not there', '/nothing', 'FETCH_ERROR', 'fetch'],
    ['a redirect to metadata', '/metadata', 'FETCH_ERROR', 'fetch'],
    ['a redirect to a private address', '/private', 'FETCH_ERROR', 'fetch'],
    ['redirects in a circle', '/loop', 'FETCH_ERROR', 'fetch'],
    ['a $ref to a private address', '/ref-private', 'FETCH_ERROR', 'fetch'],
    ['a $ref to no file', '/ref-missing', 'FETCH_ERROR', 'fetch'],
    ['a $ref to a file of the host', '/ref-file', 'PARSE_ERROR', 'fetch'],
    ['a server that is silent', '/hung', 'FETCH_TIMEOUT', 'fetch'],
    ['a server that stops in between', '/half', 'FETCH_TIMEOUT', 'fetch'],
    ['a silent server of a $ref', '/slow-part', 'FETCH_TIMEOUT', 'fetch'],
    ['more than 20 MB', '/huge', 'PARSE_ERROR', 'fetch'],
    ['more than 20 MB once it is unpacked', '/zipped', 'PARSE_ERROR', 'fetch'],
    ['broken JSON', '/bad.json', 'PARSE_ERROR', 'fetch'],
    ['broken YAML', '/bad.yaml', 'PARSE_ERROR', 'fetch'],
    ['a bomb of aliases', '/bomb', 'PARSE_ERROR', 'fetch'],
    ['an alias in itself', '/self', 'PARSE_ERROR', 'fetch'],
    ['an empty file', '/empty', 'PARSE_ERROR', 'fetch'],
    ['a page for people', '/html', 'PARSE_ERROR', 'check'],
    ['too many files', '/chain/0', 'PARSE_ERROR', 'fetch'],
    ['a $ref to no part of a file', '/ref-nowhere', 'PARSE_ERROR', 'check'],
    ['no specification', '/no-spec', 'PARSE_ERROR', 'check'],
    ['a specification that is not valid', '/no-version', 'PARSE_ERROR', 'check'],
    ['another version of OpenAPI', '/other-version', 'PARSE_ERROR', 'check'],
  ])('says so, and keeps the version: %s', async (_what, path, code, step) => {
    const { lastVersion } = (await organization.admin.get(address())).body;
    const { spec, job } = await process(new URL(path, site.url).href);
    expect(spec).toMatchObject({
      ...{ processingState: 'complete', lastProcessErrorCode: code, lastVersion },
    });
    expect(lastVersion).toMatch(/^specv_/);
    expect(job).toMatchObject({ state: 'failed', errorCode: code, errorStep: step, attempts: 1 });
    expect(job?.errorMessage).toMatch(/\w.*\.$/s);
    expect(job?.errorRemedy).toMatch(/\w.*\.$/s);
    await expectMonotone(world, job?.id ?? '');
  });
});

describe('a source of files that name each other', () => {
  it('is processed, with progress that never goes back', async () => {
    const part = (next: string) => ({
      get: { responses: { 200: { description: 'ok' } } },
      'x-next': next,
    });
    pages['/round/0'] = json(
      petStore({ paths: { '/a': { $ref: '1#/a' }, '/b': { $ref: '2#/a' } } }),
    );
    pages['/round/1'] = yaml(dump({ a: part('2'), components: { back: { $ref: '2#/a' } } }));
    pages['/round/2'] = yaml(dump({ a: part('1'), components: { back: { $ref: '1#/a' } } }));
    const { spec, job } = await process(`${site.url}/round/0`);
    expect(spec.lastProcessErrorCode).toBeUndefined();
    expect(job).toMatchObject({ state: 'done', progress: 1 });
    await expectMonotone(world, job?.id ?? '');
  });
});
