import { beforeAll, describe, expect, it, vi } from 'vitest';
import { newId } from '../../src/lib/id.ts';
import { CompiledOperations } from '../../src/plan/compiled-operations.ts';
import { schema } from '../../src/schema.ts';
import type { Client } from '../support/client.ts';
import { randomNumbers } from '../support/random-numbers.ts';
import { randomOperation, type Random, type RandomOperation } from '../support/random-operation.ts';
import { expectSameResponse } from '../support/same-response.ts';
import { createScene } from '../support/scene.ts';
import { useWorld } from '../support/use-world.ts';
import { createWholeOrganization } from '../support/whole-organization.ts';
import { lawCount } from '../support/law-count.ts';

/** How many random operations are compared; a failure prints its seed. */
const OPERATIONS = lawCount(250, 'PLANNED_OPERATIONS');
const SEED = Number(process.env.PLANNED_SEED ?? 1);

/** Fields whose values change by themselves or with each read, and those that take seconds. */
const leftOut = new Set([
  ...['pdf', 'downloadURL', 'downloadUrl', 'lastUsedAt', 'lastSeenAt', 'heartbeatAt'],
  ...['__schema', '__type'],
]);

const warnings: string[] = [];
const world = useWorld({ onWarning: { write: (line) => void warnings.push(line) } });
const viewers: [name: string, client: Client][] = [];
const ids: string[] = [];

beforeAll(async () => {
  const own = await createWholeOrganization(world);
  const other = await world.organization();
  await createScene(world, other.id, other.admin.userId);
  const cast = await world.cast(own.id);
  viewers.push(...Object.entries(cast), ['admin of all', own.admin], ['stranger', other.admin]);
  const spaces = await world.db.prisma.space.findMany();
  const collections = await world.db.prisma.collection.findMany();
  const guest = await world.member(own.id, null);
  await world.grant(spaces[0]?.id ?? '', guest.userId, 'comment');
  viewers.push(['guest with a grant', guest]);
  viewers.push(['member of a team with grants', await memberOfTeam(own.id, spaces, collections)]);
  // Some of the spaces are closed to members, so that each viewer sees others.
  for (const space of spaces.filter((_, index) => index % 3 === 1)) {
    await world.db.prisma.space.update({ where: { id: space.id }, data: { defaultLevel: null } });
  }
  ids.push(...(await idsInTables()), 'sp_unknown', 'nothing', '1', '2');
});

/** A reader of the organization whose team was granted something on a space and a collection. */
async function memberOfTeam(
  organizationId: string,
  [, space]: readonly { id: string }[],
  [collection]: readonly { id: string }[],
): Promise<Client> {
  const { prisma } = world.db;
  const member = await world.member(organizationId, 'read');
  const team = await prisma.team.create({
    data: { id: newId('Team'), organizationId, title: 'Writers' },
  });
  await prisma.teamMember.create({ data: { teamId: team.id, userId: member.userId } });
  await prisma.grant.createMany({
    data: [
      { id: newId('Grant'), spaceId: space?.id ?? '', teamId: team.id, role: 'create' },
      { id: newId('Grant'), collectionId: collection?.id ?? '', teamId: team.id, role: 'review' },
    ],
  });
  return member;
}

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

/** Deletes rows to which cursors and ids may point by now. */
async function deleteSome(): Promise<void> {
  const { prisma } = world.db;
  const comments = await prisma.comment.findMany({ take: 2, orderBy: { postedAt: 'desc' } });
  await prisma.comment.deleteMany({ where: { id: { in: comments.map(({ id }) => id) } } });
  const space = await prisma.space.findFirst({
    where: { deletedAt: null, siteSpaces: { some: {} } },
  });
  await prisma.space.update({ where: { id: space?.id ?? '' }, data: { deletedAt: new Date() } });
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

function anyViewer(random: Random): (typeof viewers)[number] {
  const viewer = viewers[Math.floor(random() * viewers.length)];
  if (!viewer) throw new Error('There is no viewer.');
  return viewer;
}

/** Changes at random who sees what, and takes it back, until it is told to stop. */
async function changeAccess(isStopped: () => boolean): Promise<void> {
  const client = await world.db.pool.connect();
  const tables = ['grants', 'team_members'];
  for (const table of tables)
    await client.query(`CREATE TEMP TABLE all_${table} AS TABLE ${table}`);
  while (!isStopped()) {
    for (const table of tables) {
      await client.query(`DELETE FROM ${table} WHERE random() < 0.5`);
      await client.query(`UPDATE members SET disabled = random() < 0.2`);
      await client.query(`UPDATE spaces SET default_level = CASE WHEN random() < 0.5 THEN 'read' END,
        deleted_at = CASE WHEN random() < 0.2 THEN now() END`);
      await client.query(`INSERT INTO ${table} TABLE all_${table} ON CONFLICT DO NOTHING`);
    }
  }
  for (const table of tables) await client.query(`DROP TABLE all_${table}`);
  client.release();
}

describe('operations while access changes', () => {
  it(`fail only for reasons that they tell (seed ${SEED})`, { timeout: 3_600_000 }, async () => {
    let isDone = false;
    const changes = changeAccess(() => isDone);
    const cursors = ['nonsense'];
    const random = randomNumbers(SEED);
    try {
      for (let index = 0; index < OPERATIONS; index++) {
        const operation = randomOperation({ schema, random, ids, cursors, leftOut });
        const [name, client] = anyViewer(random);
        const label = `${index}: ${name} asks ${JSON.stringify(operation)}`;
        for (const answer of [
          await client.raw(operation.query, operation.variables),
          await executed(operation, client),
        ]) {
          expect(answer, label).not.toContain('INTERNAL_SERVER_ERROR');
        }
      }
    } finally {
      isDone = true;
      await changes;
    }
  });
});

describe('an operation that is planned', () => {
  it(
    `answers as one that is executed, to the byte (seed ${SEED})`,
    { timeout: 3_600_000 },
    async () => {
      const planned = vi.spyOn(world.db, 'queryTexts');
      const cursors = ['nonsense'];
      const random = randomNumbers(SEED);
      for (let index = 0; index < OPERATIONS; index++) {
        if (index === Math.floor(OPERATIONS / 2)) await deleteSome();
        const operation = randomOperation({ schema, random, ids, cursors, leftOut });
        const [name, client] = anyViewer(random);
        const answer = await client.raw(operation.query, operation.variables);
        expectSameResponse(
          answer,
          await executed(operation, client),
          `${index}: ${name} asks ${JSON.stringify(operation)}`,
        );
        const found = [...answer.matchAll(/"(?:endCursor|startCursor|cursor)\w*":"([\w-]+)"/g)];
        cursors.push(...found.map(([, cursor = '']) => cursor));
      }
      // Most operations have something that is declared, and none reads what it does not declare.
      expect(planned.mock.calls.length).toBeGreaterThan(OPERATIONS / 3);
      expect(warnings.filter((line) => line.includes('without declaring it'))).toEqual([]);
      planned.mockRestore();
    },
  );
});
