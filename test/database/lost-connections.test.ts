import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sql } from '../../src/database/database.ts';
import { runTransaction } from '../../src/database/run-transaction.ts';
import { World } from '../support/world.ts';

let world: World;

beforeAll(async () => {
  world = await World.create({ poolSize: 1 });
});

afterAll(() => world.destroy());

it('a connection that is lost just when a waiting write gets it fails that write alone', async () => {
  const [[pid] = []] = await world.db.query(sql`SELECT pg_backend_pid()`);
  const other = new pg.Client({ connectionString: world.url });
  await other.connect();
  const ended = other.query(`SELECT pg_sleep(0.6), pg_terminate_backend(${Number(pid)})`);
  const read = world.db.query(sql`SELECT 1 FROM pg_sleep(0.3)`);
  const write = runTransaction(world.db, (transaction) => transaction.$queryRaw(sql`SELECT 2`));
  const failure = write.catch((error: unknown) => String(error));
  await sleep(50);
  // While this process is busy, the end of the read and that of the connection arrive.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 900);
  expect(await read).toEqual([[1]]);
  expect(await failure).toMatch(/connection/);
  await ended;
  expect(await world.db.query(sql`SELECT 3`)).toEqual([[3]]);
  await other.end();
});
