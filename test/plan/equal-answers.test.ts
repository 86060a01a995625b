import { beforeAll, describe, expect, it, vi } from 'vitest';
import { CompiledOperations } from '../../src/plan/compiled-operations.ts';
import { schema } from '../../src/schema.ts';
import type { Client } from '../support/client.ts';
import { randomOperation, type RandomOperation } from '../support/random-operation.ts';
import { createScene } from '../support/scene.ts';
import { useWorld } from '../support/use-world.ts';
import { createWholeOrganization } from '../support/whole-organization.ts';

/** How many random operations are compared; a failure prints its seed. */
const OPERATIONS = Number(process.env.PLANNED_OPERATIONS ?? 250);
const SEED = Number(process.env.PLANNED_SEED ?? 1);

/** Fields whose values change by themselves or with each read, and those that take seconds. */
const leftOut = new Set([
  ...['pdf', 'downloadURL', 'downloadUrl', 'lastUsedAt', 'lastSeenAt', 'heartbeatAt'],
  ...['__schema', '__type'],
]);

const world = useWorld();
const viewers: [name: string, client: Client][] = [];
const ids: string[] = [];

beforeAll(async () => {
  const own = await createWholeOrganization(world);
  const other = await world.organization();
  await createScene(world, other.id, other.admin.userId);
  const cast = await world.cast(own.id);
  viewers.push(...Object.entries(cast), ['admin of all', own.admin], ['stranger', other.admin]);
  const spaces = await world.db.prisma.space.findMany();
  const guest = await world.member(own.id, null);
  await world.grant(spaces[0]?.id ?? '', guest.userId, 'comment');
  viewers.push(['guest with a grant', guest]);
  // Some of the spaces are closed to members, so that each viewer sees others.
  for (const space of spaces.filter((_, index) => index % 3 === 1)) {
    await world.db.prisma.space.update({ where: { id: space.id }, data: { defaultLevel: null } });
  }
  ids.push(...(await idsInTables()), 'sp_unknown', 'nothing');
});

/** Some ids of each kind. */
async function idsInTables(): Promise<string[]> {
  const tables = await world.db.pool.query<{ name: string }>(
    `SELECT c.table_name AS name FROM information_schema.columns c
     WHERE c.table_schema = 'public' AND c.column_name = 'id' AND c.data_type = 'text'`,
  );
  const found: string[] = [];
  for (const { name } of tables.rows) {
    const { rows } = await world.db.pool.query<{ id: string }>(`SELECT id FROM "${name}" LIMIT 12`);
    found.push(...rows.map(({ id }) => id));
  }
  return found;
}

/** The response of the same gateway to an operation that it executes field by field. */
async function executed({ query, variables }: RandomOperation, client: Client): Promise<string> {
  const unplanned = vi.spyOn(CompiledOperations.prototype, 'run').mockResolvedValue(undefined);
  try {
    return await client.raw(query, variables);
  } finally {
    unplanned.mockRestore();
  }
}

describe('an operation that is planned', () => {
  it(
    `answers as one that is executed, to the byte (seed ${SEED})`,
    { timeout: 900_000 },
    async () => {
      const planned = vi.spyOn(world.db, 'queryTexts');
      const cursors = ['nonsense'];
      let number = SEED;
      const random = () => {
        number = (number + 0x6d2b79f5) | 0;
        let mixed = Math.imul(number ^ (number >>> 15), 1 | number);
        mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
        return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
      };
      for (let index = 0; index < OPERATIONS; index++) {
        const operation = randomOperation({ schema, random, ids, cursors, leftOut });
        const [name, client] = viewers[Math.floor(random() * viewers.length)] ?? [];
        if (!client) throw new Error('There is no viewer.');
        const reference = await executed(operation, client);
        const answer = await client.raw(operation.query, operation.variables);
        const what = `${index}: ${name} asks ${JSON.stringify(operation)}`;
        // Which of several errors nulls a field first is a matter of time, in both.
        if (reference.includes('"errors"')) expect(answer, what).toContain('"errors"');
        else expect(answer, what).toBe(reference);
        const found = [...answer.matchAll(/"(?:endCursor|startCursor|cursor)\w*":"([\w-]+)"/g)];
        cursors.push(...found.map(([, cursor = '']) => cursor));
      }
      // Most operations have something that is declared.
      expect(planned.mock.calls.length).toBeGreaterThan(OPERATIONS / 3);
      planned.mockRestore();
    },
  );
});
