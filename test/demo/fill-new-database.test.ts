import { pino } from 'pino';
import { expect, it } from 'vitest';
import { openDatabase, sql } from '../../src/database/database.ts';
import { DEMO_ORGANIZATION_TITLE, people, spaces } from '../../src/demo/demo-plan.ts';
import { fillNewDatabase } from '../../src/demo/fill-new-database.ts';
import { useWorld } from '../support/use-world.ts';
import { addresses } from '../support/world.ts';
import { eventually } from '../support/eventually.ts';

const world = useWorld();
const interrupted = useWorld();
const log = pino({ level: 'silent' });

it('is done once when gateways start at once on a new database, and never again', async () => {
  const { userId } = await world.user('Admin');
  const dependencies = { db: world.db, log, addresses };
  const start = () => fillNewDatabase(dependencies, userId);
  const filled = await Promise.all([start(), start(), start()]);
  expect(filled.filter(Boolean)).toHaveLength(1);
  expect(await start()).toBe(false);
  expect(await world.db.prisma.organization.count()).toBe(1);
});

it('is made anew after a start that was ended in its middle', async () => {
  const { db, url } = interrupted;
  const { userId } = await interrupted.user('Admin');
  const address = new URL(url);
  address.searchParams.set('application_name', 'first');
  const first = openDatabase(address.href, { poolSize: 2 });
  const filling = fillNewDatabase({ db: first, log, addresses }, userId);
  await eventually(async () => expect(await db.prisma.revision.count()).toBeGreaterThan(3), 5);
  let isOver = false;
  const ended = filling.catch((error: unknown) => error).finally(() => (isOver = true));
  // It may be between two transactions, and would go on with new connections.
  while (!isOver) {
    await db.query(sql`
      SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND application_name = 'first'`);
  }
  expect(await ended).toBeInstanceOf(Error);
  await first.close();
  expect(await db.prisma.organization.count({ where: { title: DEMO_ORGANIZATION_TITLE } })).toBe(0);

  expect(await fillNewDatabase({ db, log, addresses }, userId)).toBe(true);
  expect(await db.prisma.organization.findMany()).toMatchObject([
    { title: DEMO_ORGANIZATION_TITLE },
  ]);
  expect(await db.prisma.space.count()).toBe(spaces.length);
  expect(await db.prisma.user.count()).toBe(1 + Object.keys(people).length);
  expect(await fillNewDatabase({ db, log, addresses }, userId)).toBe(false);
});
