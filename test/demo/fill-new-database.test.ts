import { pino } from 'pino';
import { expect, it } from 'vitest';
import { fillNewDatabase } from '../../src/demo/fill-new-database.ts';
import { useWorld } from '../support/use-world.ts';

const world = useWorld();

it('is done once when gateways start at once on a new database, and never again', async () => {
  const { userId } = await world.user('Admin');
  const dependencies = { db: world.db, log: pino({ level: 'silent' }), baseUrl: '' };
  const start = () => fillNewDatabase(dependencies, userId);
  const filled = await Promise.all([start(), start(), start()]);
  expect(filled.filter(Boolean)).toHaveLength(1);
  expect(await start()).toBe(false);
  expect(await world.db.prisma.organization.count()).toBe(1);
});
