import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, it } from 'vitest';
import { listen } from '../support/listen.ts';
import { World } from '../support/world.ts';

/** Well below the time that a graceful stop has. */
const STOP_MAX_MS = 5000;

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
  const start = performance.now();
  await world.app.close();
  await Promise.all(ends);
  expect(performance.now() - start).toBeLessThan(STOP_MAX_MS);
  await world.destroy();
});

it('requests have a limit of time to arrive', async () => {
  const world = await World.create();
  const { server } = world.app;
  expect(server.requestTimeout).toBe(60_000);
  expect(server.headersTimeout).toBe(20_000);
  expect(server.timeout).toBe(300_000);
  await world.destroy();
});
