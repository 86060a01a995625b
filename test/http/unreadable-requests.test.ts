import { connect } from 'node:net';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { beforeAll, describe, expect, it } from 'vitest';
import { listen } from '../support/listen.ts';
import { useWorld } from '../support/use-world.ts';

const world = useWorld();
let port: number;

beforeAll(async () => {
  port = Number(new URL(await listen(world.app)).port);
});

/** What comes back for these bytes until the gateway hangs up. */
async function send(bytes: string): Promise<{ status: number; body: unknown }> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  socket.write(bytes);
  const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n');
  return { status: Number(head.split(' ')[1]), body: JSON.parse(body) };
}

describe('a request that cannot be read', () => {
  it('is answered as every other error on /v1', async () => {
    const long = `GET /v1/orgs?page=${'x'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`;
    expect(await send(long)).toEqual({
      status: 431,
      body: { error: { code: 431, message: expect.stringMatching(/more than \d+ bytes/) } },
    });
    expect(await send('FOO /v1/orgs HTTP/1.1\r\n\r\n')).toEqual({
      status: 400,
      body: { error: { code: 400, message: 'This is not an HTTP/1.1 request.' } },
    });
  });
});

describe('a path that cannot be read', () => {
  it.each(['%ff', '%zz'])(
    'is answered as every other error, to pages of other sites too: /v1/orgs/%s',
    async (part) => {
      const headers = { 'x-request-id': 'mine' };
      const response = await world.app.inject({ url: `/v1/orgs/${part}`, headers });
      expect(response.json()).toMatchObject({ error: { code: 400 } });
      expect(response.headers).toMatchObject({
        ...{ 'x-request-id': 'mine', 'access-control-allow-origin': '*' },
      });
    },
  );
});

describe('OPTIONS', () => {
  it.each([{}, { origin: 'https://app.example.com', 'access-control-request-method': 'PATCH' }])(
    'tells the methods to whoever asks, with the headers %o',
    async (headers) => {
      const response = await world.app.inject({ method: 'OPTIONS', url: '/v1/orgs', headers });
      expect(response.statusCode).toBe(204);
      expect(response.headers['access-control-allow-methods']).toContain('PATCH');
    },
  );
});
