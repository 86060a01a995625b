import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { fillNewDatabase } from '../../src/demo/fill-new-database.ts';
import { World } from '../support/world.ts';

let world: World;

beforeAll(async () => {
  world = await World.create();
});

afterAll(() => world.destroy());

it('is done once when gateways start at once on a new database, and never again', async () => {
  const { userId } = await world.user('Admin');
  const start = () =>
    fillNewDatabase({ db: world.db, log: pino({ level: 'silent' }), baseUrl: '' }, userId);
  const filled = await Promise.all([start(), start(), start()]);
  expect(filled.toSorted()).toEqual([false, false, true]);
  expect(await start()).toBe(false);
  expect(await world.db.prisma.organization.count()).toBe(1);
});
