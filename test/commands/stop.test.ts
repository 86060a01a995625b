import { once } from 'node:events';
import { connect, createServer, type AddressInfo } from 'node:net';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { isProcessAlive, readPostmasterFile } from '../../src/database/embedded/postmaster-file.ts';
import { startProgram, type Program } from '../support/program.ts';
import { createTemporaryFolder, removeClusters } from '../support/test-cluster.ts';
import { eventually } from '../support/eventually.ts';
import { withSlowness } from '../support/machine-speed.ts';

/** Maximum time of a stop on a calm machine, in milliseconds. Waiting for requests takes longer. */
const STOP_MAX_MS = 3000;

const folder = createTemporaryFolder();
let gateway: Program;
afterAll(async () => {
  await gateway.end('SIGKILL');
  await removeClusters(folder);
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}

it('SIGTERM ends a gateway to which half a request is being sent, and its database', async () => {
  const port = await freePort();
  const dataDir = path.join(folder, 'data');
  const settings = { DATA_DIR: dataDir, PORT: String(port) };
  gateway = startProgram({ url: '' }, 'main', settings);
  const url = `http://127.0.0.1:${port}/ready`;
  const untilReady = async () => expect((await fetch(url)).status).toBe(200);
  await eventually(untilReady, 200);
  const cluster = path.join(dataDir, 'pg18', 'data');
  const postmaster = readPostmasterFile(cluster);
  expect(isProcessAlive(postmaster?.pid ?? 0)).toBe(true);
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  await once(socket, 'connect');
  const head = 'POST /graphql HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n';
  socket.write(`${head}Content-Length: 10000\r\n\r\n{`);
  const timer = setInterval(() => socket.write(' '), 50);
  socket.once('close', () => clearInterval(timer));
  expect((await fetch(url)).status).toBe(200);
  const { result: stopMs, slowness } = await withSlowness(async () => {
    const start = performance.now();
    expect(await gateway.end('SIGTERM')).toBe(0);
    return performance.now() - start;
  });
  expect(stopMs).toBeLessThan(STOP_MAX_MS * slowness.wall);
  expect(readPostmasterFile(cluster)).toBeUndefined();
  // PostgreSQL deletes the file just before it ends.
  await eventually(() => expect(isProcessAlive(postmaster?.pid ?? 0)).toBe(false));
});
