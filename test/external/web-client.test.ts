import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createWebClient } from '../../src/external/http/create-web-client.ts';
import { shownAddress } from '../../src/external/http/web-address.ts';
import type { WebClient, WebRequest } from '../../src/external/http/web-client.ts';
import { WebError } from '../../src/external/http/web-error.ts';
import { redirectTo, startWebSite, type WebSite } from '../support/web-site.ts';

const MEGABYTE = 1024 * 1024;

let site: WebSite;
let elsewhere: WebSite;
let web: WebClient;
const guarded = createWebClient();

beforeAll(async () => {
  elsewhere = await startWebSite({ '/': 'inside', '/loop': redirectTo('/loop') });
  site = await startWebSite({
    '/': 'Hello.',
    '/moved': redirectTo('/'),
    '/inside': redirectTo(`${elsewhere.url}/`),
    '/metadata': redirectTo('http://169.254.169.254/latest/meta-data/'),
    '/file': redirectTo('file:///etc/passwd'),
    '/loop': redirectTo('/loop'),
    '/bomb': (_request, response) =>
      response
        .writeHead(200, { 'content-encoding': 'gzip' })
        .end(gzipSync(Buffer.alloc(20 * MEGABYTE))),
    '/endless': (_request, response) => {
      const send = () => void response.write('x'.repeat(100_000));
      response.on('drain', send);
      send();
    },
    '/silent': () => undefined,
    '/drip': (_request, response) => void response.writeHead(200).write('a'),
    '/echo': (request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () =>
        response.end(`${request.method} ${Buffer.concat(chunks).toString()}`),
      );
    },
    '/see-other': redirectTo('/echo', 303),
    '/again': redirectTo('/echo', 307),
    '/again-elsewhere': redirectTo(`${elsewhere.url}/`, 307),
    '/missing': (_request, response) => response.writeHead(404).end('Nothing.'),
  });
  web = createWebClient({ intranetHosts: [site.host] });
});

afterAll(() => Promise.all([site.stop(), elsewhere.stop(), web.close(), guarded.close()]));

/** Why there is no answer. */
async function failure(client: WebClient, request: WebRequest): Promise<WebError> {
  try {
    await client.fetch(request);
  } catch (error) {
    if (error instanceof WebError) return error;
    throw error;
  }
  throw new Error('There was an answer.');
}

describe('the client for other servers', () => {
  it('answers what a server says, whatever the status', async () => {
    const found = await web.fetch({ url: `${site.url}/` });
    expect([found.status, found.body.toString()]).toEqual([200, 'Hello.']);
    const missing = await web.fetch({ url: `${site.url}/missing` });
    expect([missing.status, missing.body.toString()]).toEqual([404, 'Nothing.']);
  });

  it('connects to no address that is not public, however it is spelled', async () => {
    const { port } = new URL(site.url);
    const spellings = ['127.0.0.1', '2130706433', '0x7f000001', '0177.0.0.1', '127.1', 'localhost'];
    const inside = ['[::1]', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '0.0.0.0', '[::]'];
    for (const host of [...spellings, ...inside, '169.254.169.254', '[64:ff9b::7f00:1]']) {
      const { code } = await failure(guarded, { url: `http://${host}:${port}/` });
      expect([host, code]).toEqual([host, 'refused']);
    }
    const asked = site.requests.length;
    await failure(guarded, { url: `${site.url}/` });
    expect(site.requests).toHaveLength(asked);
  });

  it('connects to no name whose addresses are all inside', async () => {
    const asked: string[] = [];
    const client = createWebClient({
      lookup: (host, _options, callback) => {
        asked.push(host);
        callback(null, [
          { address: '127.0.0.1', family: 4 },
          { address: 'fd00::1', family: 6 },
        ]);
      },
    });
    const { code, message } = await failure(client, { url: `http://docs.example.com:81/` });
    expect({ code, asked }).toEqual({ code: 'refused', asked: ['docs.example.com'] });
    expect(message).not.toContain('127.0.0.1');
    await client.close();
  });

  it('connects to the hosts that a setting names, at that port only', async () => {
    expect((await web.fetch({ url: `${site.url}/` })).status).toBe(200);
    expect((await failure(web, { url: elsewhere.url })).code).toBe('refused');
  });

  it('checks each redirect', async () => {
    const moved = await web.fetch({ url: `${site.url}/moved` });
    expect([moved.url.href, moved.body.toString()]).toEqual([`${site.url}/`, 'Hello.']);
    const codes: string[] = [];
    for (const path of ['/inside', '/metadata', '/file', '/loop']) {
      codes.push((await failure(web, { url: `${site.url}${path}` })).code);
    }
    expect(codes).toEqual(['refused', 'refused', 'scheme', 'redirects']);
    expect(elsewhere.requests).toEqual([]);
    const onRedirect = (to: URL) => {
      throw new Error(`not to ${to.pathname}`);
    };
    await expect(web.fetch({ url: `${site.url}/moved`, onRedirect })).rejects.toThrow('not to /');
  });

  it('sends user and password to the origin that has them in its address, to no other', async () => {
    const both = createWebClient({ intranetHosts: [site.host, elsewhere.host] });
    const headers = { 'x-token': 'secret' };
    const url = `http://ada:p%40ss@${site.host}/inside`;
    const answer = await both.fetch({ url, headers });
    expect(answer.url.href).toBe(`${elsewhere.url}/`);
    const sent = site.requests.at(-1)?.headers ?? {};
    expect(sent.authorization).toBe(`Basic ${Buffer.from('ada:p@ss').toString('base64')}`);
    expect(sent['x-token']).toBe('secret');
    const passedOn = elsewhere.requests.at(-1)?.headers ?? {};
    expect([passedOn.authorization, passedOn['x-token']]).toEqual([undefined, undefined]);
    await both.close();
  });

  it('tells no secret of an address', async () => {
    const url = 'http://ada:secret@127.0.0.1:9/docs?token=secret#top';
    const error = await failure(guarded, { url });
    expect(JSON.stringify([error.message, String(error.cause), error.stack])).not.toMatch('secret');
    expect(shownAddress(url)).toBe('http://127.0.0.1:9/docs?…');
    expect(shownAddress('http://')).not.toContain('http');
  });

  it('counts the bytes of a body after decompression, and stops at the limit', async () => {
    const packed = await failure(web, { url: `${site.url}/bomb`, bytesMax: MEGABYTE });
    const endless = await failure(web, { url: `${site.url}/endless`, bytesMax: MEGABYTE });
    expect([packed.code, endless.code]).toEqual(['too-large', 'too-large']);
    expect((await web.fetch({ url: `${site.url}/`, bytesMax: 6 })).body).toHaveLength(6);
    expect((await failure(web, { url: `${site.url}/`, bytesMax: 5 })).code).toBe('too-large');
  });

  it('waits no longer than it is told to, for the head or the body', async () => {
    for (const path of ['/silent', '/drip']) {
      const { code } = await failure(web, { url: `${site.url}${path}`, timeoutMs: 50 });
      expect(code).toBe('timeout');
    }
    const signal = AbortSignal.abort(new Error('no time'));
    await expect(web.fetch({ url: site.url, signal })).rejects.toThrow('no time');
  });

  it('takes http and https only, and tells what is no address', async () => {
    const codes: string[] = [];
    for (const url of ['file:///etc/passwd', 'ftp://example.com/', 'data:,x', 'docs', 'http://']) {
      codes.push((await failure(web, { url })).code);
    }
    expect(codes).toEqual(['scheme', 'scheme', 'scheme', 'address', 'address']);
    expect((await failure(web, { url: `${site.url}/${'x'.repeat(2048)}` })).code).toBe('address');
    const stopped = await startWebSite({});
    await stopped.stop();
    const client = createWebClient({ intranetHosts: [stopped.host] });
    expect((await failure(client, { url: stopped.url })).code).toBe('unreachable');
    await client.close();
  });

  it('sends a body, and on a redirect only to the same server', async () => {
    const post = { method: 'POST', body: 'a body' } as const;
    const bodies: string[] = [];
    for (const path of ['/echo', '/see-other', '/again']) {
      bodies.push(String((await web.fetch({ url: `${site.url}${path}`, ...post })).body));
    }
    expect(bodies).toEqual(['POST a body', 'GET ', 'POST a body']);
    const { code } = await failure(web, { url: `${site.url}/again-elsewhere`, ...post });
    expect(code).toBe('redirects');
  });
});
