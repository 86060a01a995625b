import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import Fastify from 'fastify';
import { expect, it } from 'vitest';
import { limitSending } from '../../src/http/limit-sending.ts';
import { listen } from '../support/listen.ts';
import { World } from '../support/world.ts';

/** How often slow clients send or read a few bytes, in milliseconds. */
const SLOW_MS = 30;
/** What limits of a minute or more are in these tests, in milliseconds. */
const SHORT_MS = 300;

/** Connects to a gateway and sends something; errors of the connection end it. */
async function open(base: string, start: string): Promise<Socket> {
  const socket = connect(Number(new URL(base).port), '127.0.0.1');
  socket.on('error', () => {});
  await once(socket, 'connect');
  socket.write(start);
  return socket;
}

/** Does something again and again until a connection is closed. */
function slowly(socket: Socket, action: () => void): void {
  const timer = setInterval(action, SLOW_MS);
  socket.once('close', () => clearInterval(timer));
}

it('requests that do not arrive, and idle connections, do not hold up a stop', async () => {
  const world = await World.create();
  const { port } = new URL(await listen(world.app));
  const begin = 'POST /graphql HTTP/1.1\r\nHost: x\r\n';
  const body = 'Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{';
  const starts = ['', begin, begin + body, 'GET /health HTTP/1.1\r\nHost: x\r\n\r\n'];
  const sockets = await Promise.all(
    starts.map(async (start) => {
      const socket = connect(Number(port), '127.0.0.1');
      socket.on('error', () => {});
      await once(socket, 'connect');
      socket.write(start);
      socket.resume();
      return socket;
    }),
  );
  expect((await world.app.inject('/health')).statusCode).toBe(200);
  const ends = sockets.map(
    (socket) => new Promise<void>((resolve) => socket.once('close', () => resolve())),
  );
  await world.app.close();
  await Promise.all(ends);
  await world.destroy();
});

it('requests and responses have a limit of time', async () => {
  const world = await World.create();
  const { server } = world.app;
  expect(server.requestTimeout).toBe(60_000);
  expect(server.headersTimeout).toBe(20_000);
  expect(server.timeout).toBe(300_000);
  await world.destroy();
});

it.each([
  ['body', 'Content-Type: application/json\r\nContent-Length: 10000\r\n\r\n{'],
  [
    'body of unknown length',
    'Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n',
  ],
  ['head', 'X-Long: '],
])('a request whose %s comes byte by byte ends with 408', async (part, rest) => {
  const world = await World.create();
  const limits = { requestTimeout: SHORT_MS, headersTimeout: SHORT_MS };
  Object.assign(world.app.server, { ...limits, connectionsCheckingInterval: SLOW_MS });
  const { token } = await world.user();
  const head = `POST /graphql HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n`;
  const socket = await open(await listen(world.app), head + rest);
  slowly(socket, () => socket.write(part === 'body of unknown length' ? '1\r\n \r\n' : ' '));
  const answer = await text(socket);
  expect(answer).toMatch(/^HTTP\/1\.1 408 /);
  expect(answer).toContain('The request took too long to arrive.');
  await world.destroy();
});

it('the connection of a client that does not read ends', async () => {
  const world = await World.create();
  world.app.server.timeout = SHORT_MS;
  const accepted = once(world.app.server, 'connection') as Promise<[Socket]>;
  const get = 'GET /v1/openapi.json HTTP/1.1\r\nHost: x\r\n\r\n';
  // More than the buffers of the system take.
  const socket = await open(await listen(world.app), get.repeat(60));
  socket.pause();
  const [atGateway] = await accepted;
  await once(atGateway, 'close');
  expect(atGateway.bytesWritten).toBeGreaterThan(0);
  socket.destroy();
  await world.destroy();
});

it('the connection of a client that reads a few bytes now and then ends', async () => {
  const app = Fastify();
  limitSending(app, SHORT_MS);
  // More than the buffers of the system take.
  const large = Buffer.alloc(64 * 1024 * 1024);
  app.get('/', (_request, reply) => reply.send(large));
  const accepted = once(app.server, 'connection') as Promise<[Socket]>;
  const socket = await open(await listen(app), 'GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  socket.pause();
  slowly(socket, () => socket.read(1000));
  const [atGateway] = await accepted;
  await once(atGateway, 'close');
  expect(socket.bytesRead).toBeLessThan(large.length);
  socket.destroy();
  await app.close();
});

it('a client that reads in time is sent all, one response after the other', async () => {
  const app = Fastify();
  limitSending(app, SHORT_MS);
  app.get('/', (_request, reply) => reply.send('all'));
  const base = await listen(app);
  for (let count = 0; count < 3; count += 1) {
    expect(await (await fetch(base)).text()).toBe('all');
    await sleep(SHORT_MS / 2);
  }
  await app.close();
});
