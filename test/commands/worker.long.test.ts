import pg from 'pg';
import { afterAll, describe, expect, it } from 'vitest';
import { startProgram, type Program } from '../support/program.ts';
import { useWorld } from '../support/use-world.ts';
import { deleteEarlier, rowsOf } from '../features/purge/support.ts';
import { eventually } from '../support/eventually.ts';

const world = useWorld();
const programs: Program[] = [];
afterAll(() => Promise.all(programs.map((program) => program.end('SIGKILL'))));

function start(name: Parameters<typeof startProgram>[1]): Program {
  const program = startProgram(world, name);
  programs.push(program);
  return program;
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
  it('leaves the rest to a worker, which ends it and stops when it is told to', async () => {
    const spaceId = await expiredSpace();
    const blocker = new pg.Client({ connectionString: world.url });
    blocker.on('error', () => {});
    await blocker.connect();
    await blocker.query(`BEGIN; SELECT FROM comments WHERE id = 'cmt_1199' FOR UPDATE`);
    const gateway = start('main');
    const addJob = () => world.db.pool.query(`SELECT graphile_worker.add_job('purge-spaces')`);
    await eventually(addJob, 200);
    await eventually(() => world.untilBlocked());
    await gateway.end('SIGKILL');
    await blocker.query('ROLLBACK');
    await blocker.end();
    expect(await rowsOf(world, spaceId)).toMatchObject({ spaces: 1 });
    const worker = start('worker');
    await eventually(async () => expect(await rowsOf(world, spaceId)).toBeNull(), 200);
    expect(await worker.end('SIGTERM')).toBe(0);
    const { rows } = await world.db.pool.query('SELECT FROM graphile_worker._private_jobs');
    expect(rows).toHaveLength(0);
  });
});
