import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { World } from '../support/world.ts';
import { deleteEarlier, rowsOf } from '../features/purge/support.ts';

const root = path.resolve(import.meta.dirname, '../..');
const PATIENCE_MS = 60_000;

let world: World;
const children: ChildProcess[] = [];

beforeAll(async () => {
  world = await World.create();
});

afterAll(async () => {
  for (const child of children) if (isRunning(child)) await end(child, 'SIGKILL');
  await world.destroy();
});

const isRunning = ({ exitCode, signalCode }: ChildProcess) =>
  exitCode === null && signalCode === null;

/** Starts a program of docgraph on the database of the test. */
function start(script: string, settings: Record<string, string> = {}): ChildProcess {
  const child = spawn(process.execPath, ['--import', 'tsx', script], {
    cwd: root,
    env: {
      ...process.env,
      // The test runner has a BASE_URL of its own.
      ...{ DATABASE_URL: world.url, BASE_URL: '', PORT: '0', DEMO: '0', LOG_LEVEL: 'warn' },
      ...settings,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  children.push(child);
  return child;
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  child.kill(signal);
  const [code] = (await once(child, 'exit')) as [number | null];
  return code;
}

/** A space whose time is over, with more comments than one transaction removes. */
async function expiredSpace(): Promise<string> {
  const { id } = await world.organization();
  const { id: spaceId } = await world.space(id);
  await world.db.prisma.comment.createMany({
    data: Array.from({ length: 1200 }, (_, index) => ({
      ...{ id: `cmt_${String(index).padStart(4, '0')}`, spaceId, revisionId: 'rev_any' },
    })),
  });
  await deleteEarlier(world, spaceId, '8 days');
  return spaceId;
}

describe('a gateway that is killed in the middle of a purge', () => {
  it(
    'leaves the rest to a worker, which ends it and stops when it is told to',
    async () => {
      const spaceId = await expiredSpace();
      const blocker = new pg.Client({ connectionString: world.url });
      blocker.on('error', () => {});
      await blocker.connect();
      await blocker.query(`BEGIN; SELECT FROM comments WHERE id = 'cmt_1199' FOR UPDATE`);
      const gateway = start('src/main.ts');
      const addJob = () => world.db.pool.query(`SELECT graphile_worker.add_job('purge-spaces')`);
      await vi.waitFor(addJob, { timeout: PATIENCE_MS, interval: 200 });
      await vi.waitFor(() => world.untilBlocked(), { timeout: PATIENCE_MS });
      await end(gateway, 'SIGKILL');
      await blocker.query('ROLLBACK');
      await blocker.end();
      expect(await rowsOf(world, spaceId)).toMatchObject({ spaces: 1 });
      const worker = start('src/commands/worker.ts');
      await vi.waitFor(async () => expect(await rowsOf(world, spaceId)).toBeNull(), {
        timeout: PATIENCE_MS,
        interval: 200,
      });
      expect(await end(worker, 'SIGTERM')).toBe(0);
      const { rows } = await world.db.pool.query('SELECT FROM graphile_worker._private_jobs');
      expect(rows).toHaveLength(0);
    },
    4 * PATIENCE_MS,
  );
});
