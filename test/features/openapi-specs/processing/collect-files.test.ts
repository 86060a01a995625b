import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dump } from 'js-yaml';
import { createWebClient } from '../../../../src/external/http/create-web-client.ts';
import type { WebClient } from '../../../../src/external/http/web-client.ts';
import {
  collectFiles,
  type CollectOptions,
} from '../../../../src/features/openapi-specs/processing/collect-files.ts';
import { PATIENCE_MS } from '../../../support/eventually.ts';
import { redirectTo, sendBytes, startWebSite, type WebSite } from '../../../support/web-site.ts';
import { petStore } from '../support.ts';

const json = (value: unknown) => sendBytes('application/json', JSON.stringify(value));
const schemas = (values: Record<string, string>) =>
  json({
    components: {
      schemas: Object.fromEntries(Object.entries(values).map(([name, $ref]) => [name, { $ref }])),
    },
  });
const chain = Object.fromEntries(
  Array.from({ length: 300 }, (_, index) => [
    `/chain/${index}.json`,
    json({ items: { $ref: `${index + 1}.json` } }),
  ]),
);

/** Longer than a test may take: it ends before only for another reason. */
const FOREVER_MS = 3_600_000;

let inside: WebSite;
let site: WebSite;
let web: WebClient;

beforeAll(async () => {
  inside = await startWebSite({ '/': json(petStore()) });
  site = await startWebSite({
    '/api/openapi.json?token=hush': schemas({
      ...{ Pet: 'models/pet.yaml#/Pet', Again: './models/pet.yaml', Old: 'old.json' },
      Common: '/common.json#/x',
    }),
    '/api/models/pet.yaml': sendBytes(
      'text/yaml',
      dump({ Pet: { $ref: '../../common.json' }, Self: { $ref: 'pet.yaml#/Pet' } }),
    ),
    '/api/old.json': redirectTo('/common.json'),
    '/common.json': json({ x: { $ref: 'api/models/pet.yaml#/Pet' } }),
    '/tagged.json': (request, response) => {
      const isSame = request.headers['if-none-match'] === '"1"';
      response.writeHead(isSame ? 304 : 200, { etag: '"1"' });
      response.end(isSame ? '' : JSON.stringify(petStore()));
    },
    '/secret.json': (request, response) => {
      const isKnown = request.headers.authorization === 'Basic bWU6cHc=';
      response.writeHead(isKnown ? 200 : 401).end(JSON.stringify({ $ref: 'part.json' }));
    },
    '/part.json': (request, response) =>
      response.end(JSON.stringify({ title: request.headers.authorization })),
    '/hung.json': () => undefined,
    '/slow.json': (_request, response) => response.writeHead(200).write('{'),
    '/gone.json': (_request, response) => response.writeHead(410).end(),
    '/broken.json': (_request, response) => response.writeHead(500).end(),
    '/closed.json': (request) => request.socket.destroy(),
    '/huge.json': sendBytes('application/json', ' '.repeat(20_000_001)),
    '/bad.json': sendBytes('application/json', '{"openapi": '),
    '/bad.yaml': sendBytes('text/yaml', 'openapi: 3.0.0\n paths: x: y\n'),
    '/latin.json': sendBytes('application/json', Buffer.from('{"a": "\xe9"}', 'latin1')),
    '/inside.json': redirectTo(`${inside.url}/`),
    '/metadata.json': redirectTo('http://169.254.169.254/latest/'),
    '/loop.json': redirectTo('/loop.json'),
    '/elsewhere.json': redirectTo('file:///etc/passwd'),
    '/to-inside.json': schemas({ A: `${inside.url}/#/info` }),
    '/to-file.json': schemas({ A: 'file:///etc/passwd' }),
    '/to-secret.json': schemas({ A: `http://me:pw@${site?.host ?? 'example.com'}/common.json` }),
    '/to-missing.json': schemas({ A: 'missing.json' }),
    ...chain,
  });
  web = createWebClient({ intranetHosts: [site.host, '127.0.0.1:1'] });
});

afterAll(async () => {
  await web.close();
  await site.stop();
  await inside.stop();
});

const textOf = ({ json: bytes }: { json: Uint8Array }) => Buffer.from(bytes).toString();

function collect(url: string, options: Partial<CollectOptions> = {}, tag: string | null = null) {
  const { signal } = new AbortController();
  const source = { url, authorization: undefined, tag };
  return collectFiles(source, { web, signal, ...options });
}

describe('the files of a specification', () => {
  it('are those that it refers to, each fetched once, by their paths from the first', async () => {
    const url = `${site.url}/api/openapi.json?token=hush`;
    const collected = await collect(url);
    expect(collected?.files.map(({ path }) => path)).toEqual([
      ...['openapi.json', 'models/pet.yaml', 'old.json'],
    ]);
    const asked = site.requests.map(({ path }) => path);
    expect(asked.filter((path) => path === '/api/models/pet.yaml')).toHaveLength(1);
    expect(collected?.files[2]?.names).toEqual([
      ...[`${site.url}/api/old.json`, `${site.url}/common.json`],
    ]);
    expect(collected?.files.map((file) => JSON.parse(textOf(file)))[2]).toEqual({
      x: { $ref: 'api/models/pet.yaml#/Pet' },
    });
  });

  it('are not fetched when a single file is what it was', async () => {
    const url = `${site.url}/tagged.json`;
    expect(await collect(url)).toMatchObject({ tag: '"1"', files: [{ path: 'tagged.json' }] });
    expect(await collect(url, {}, '"1"')).toBeNull();
  });

  it('are fetched with the credentials of the source, which no other server gets', async () => {
    const { signal } = new AbortController();
    const source = { url: `${site.url}/secret.json`, authorization: 'Basic bWU6cHc=', tag: null };
    const collected = await collectFiles(source, { web, signal });
    expect(collected?.files.map(textOf)[1]).toBe(JSON.stringify({ title: 'Basic bWU6cHc=' }));
    const other = await startWebSite({ '/': redirectTo(`${site.url}/part.json`) });
    const wide = createWebClient({ intranetHosts: [site.host, other.host] });
    const elsewhere = { url: `${other.url}/`, authorization: 'Basic bWU6cHc=', tag: null };
    const redirected = await collectFiles(elsewhere, { web: wide, signal });
    expect(redirected?.files.map(textOf)).toEqual(['{}']);
    await wide.close();
    await other.stop();
  });
});

const failures: [what: string, url: () => string, code: string, message: string][] = [
  [
    'a host that is not there',
    () => 'http://nowhere.invalid/x',
    'FETCH_ERROR',
    'cannot be reached',
  ],
  ['a port where nobody listens', () => 'http://127.0.0.1:1/x', 'FETCH_ERROR', 'cannot be reached'],
  ['a server that hangs up', () => '/closed.json', 'FETCH_ERROR', 'cannot be reached'],
  ['no such file', () => '/missing', 'FETCH_ERROR', 'answered with the status 404'],
  ['a file that is gone', () => '/gone.json', 'FETCH_ERROR', 'answered with the status 410'],
  ['a broken server', () => '/broken.json', 'FETCH_ERROR', 'answered with the status 500'],
  ['credentials that are missing', () => '/secret.json', 'FETCH_ERROR', 'the status 401'],
  ['a server that is silent', () => '/hung.json', 'FETCH_TIMEOUT', 'did not answer in time'],
  ['a server that stops in between', () => '/slow.json', 'FETCH_TIMEOUT', 'did not answer in time'],
  ['a file that is too large', () => '/huge.json', 'PARSE_ERROR', 'larger than 20000000 bytes'],
  ['broken JSON', () => '/bad.json', 'PARSE_ERROR', 'is not valid JSON'],
  ['broken YAML', () => '/bad.yaml', 'PARSE_ERROR', 'is not valid YAML'],
  ['another encoding', () => '/latin.json', 'PARSE_ERROR', 'is not in UTF-8'],
  ['a private address', () => inside.url, 'FETCH_ERROR', 'outside the public internet'],
  ['a redirect inside', () => '/inside.json', 'FETCH_ERROR', 'outside the public internet'],
  ['a redirect to metadata', () => '/metadata.json', 'FETCH_ERROR', 'outside the public internet'],
  ['a redirect to itself', () => '/loop.json', 'FETCH_ERROR', 'redirects too often'],
  ['a redirect to a file', () => '/elsewhere.json', 'FETCH_ERROR', 'not an http or https URL'],
  ['a $ref inside', () => '/to-inside.json', 'FETCH_ERROR', 'outside the public internet'],
  ['a $ref to a file', () => '/to-file.json', 'PARSE_ERROR', 'not an http or https URL'],
  ['a $ref with a password', () => '/to-secret.json', 'PARSE_ERROR', 'a user or a password'],
  [
    'a $ref that is missing',
    () => '/to-missing.json',
    'FETCH_ERROR',
    'answered with the status 404',
  ],
  ['too many files', () => '/chain/0.json', 'PARSE_ERROR', 'has more than 200 files'],
];

describe('what fails', () => {
  it.each(failures)('is told of %s', async (_what, url, code, message) => {
    const fileTimeoutMs = code === 'FETCH_TIMEOUT' ? 300 : PATIENCE_MS;
    const collected = collect(new URL(url(), site.url).href, { fileTimeoutMs });
    await expect(collected).rejects.toMatchObject({
      ...{ code, message: expect.stringContaining(message) },
      remedy: expect.stringMatching(/\w.*\.$/),
    });
  });

  it('is given up in time, however many files are slow', async () => {
    const limits = { timeoutMs: 300, fileTimeoutMs: FOREVER_MS };
    const slow = collect(`${site.url}/hung.json`, limits);
    await expect(slow).rejects.toMatchObject({ code: 'FETCH_TIMEOUT' });
  });

  it('is told of a text with a relative reference, and not of one with an address', async () => {
    const { signal } = new AbortController();
    const text = (address: string) => Buffer.from(JSON.stringify({ $ref: address }));
    await expect(collectFiles({ text: text('a.json') }, { web, signal })).rejects.toMatchObject({
      code: 'PARSE_ERROR',
      message: expect.stringContaining('has the relative $ref "a.json"'),
    });
    const collected = await collectFiles(
      { text: text(`${site.url}/common.json`) },
      { web, signal },
    );
    expect(collected?.files.map(({ path }) => path)).toEqual([
      ...['openapi', `${site.url}/common.json`, `${site.url}/api/models/pet.yaml`],
    ]);
  });
});
