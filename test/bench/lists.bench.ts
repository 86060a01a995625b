import { afterAll, beforeAll, expect, it } from 'vitest';
import { sql } from '../../src/database/database.ts';
import { newId } from '../../src/lib/id.ts';
import type { Client } from '../support/client.ts';
import { World } from '../support/world.ts';
import { printTable } from './table.ts';

/** How often each list is read; the fastest counts, as the others waited for something else. */
const RUNS = 5;
const COLLECTIONS = 200;
const TEAMS = 20;
/** Collections are nested in chains of so many. */
const CHAIN_LENGTH = 10;

/** An organization of some size, and who reads it. */
interface Size {
  spaces: number;
  members: number;
}

const sizes: readonly Size[] = [
  { spaces: 1_000, members: 500 },
  { spaces: 10_000, members: 5_000 },
];

let world: World;

beforeAll(async () => {
  world = await World.create();
});

afterAll(() => world.destroy());

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);

/** Fills an organization: nested collections, of which some are closed, grants, guests, teams. */
async function fill(organizationId: string, { spaces, members }: Size) {
  const { revisionId } = await world.space(organizationId);
  const collectionIds = numbers(COLLECTIONS).map(() => newId('Collection'));
  await world.db.prisma.collection.createMany({
    data: collectionIds.map((id, index) => ({
      id,
      organizationId,
      title: 'Any',
      parentId: index % CHAIN_LENGTH === 0 ? null : (collectionIds[index - 1] ?? null),
      position: 'a0',
      defaultLevel: index % 7 === 3 ? null : 'inherit',
    })),
  });
  const spaceIds = numbers(spaces).map(() => newId('Space'));
  await world.db.query(sql`
    INSERT INTO spaces (id, organization_id, parent_id, title, position, revision_id)
    SELECT s.id, ${organizationId}, s.parent_id, 'Any', 'a0', ${revisionId} FROM unnest(
      ${spaceIds}::text[],
      ${spaceIds.map((_, index) => collectionIds[index % (2 * COLLECTIONS)] ?? null)}::text[]
    ) s(id, parent_id)`);
  const userIds = numbers(members).map(() => newId('User'));
  await world.db.query(sql`
    INSERT INTO users (id, display_name, email)
    SELECT u.id, 'Any', u.id || '@example.com' FROM unnest(${userIds}::text[]) u(id)`);
  await world.db.prisma.member.createMany({
    data: userIds.map((userId, index) => ({
      organizationId,
      userId,
      role: index % 10 === 0 ? null : 'read',
    })),
  });
  await world.db.prisma.grant.createMany({
    data: userIds.map((userId, index) => ({
      id: newId('Grant'),
      userId,
      spaceId: spaceIds[index % spaces] ?? null,
      role: 'comment',
    })),
  });
  return { collectionIds, spaceIds };
}

/** An admin, a reader, a guest with three grants, and a guest in teams with grants. */
async function readersOf(
  { id, admin }: { id: string; admin: Client },
  { collectionIds, spaceIds }: { collectionIds: string[]; spaceIds: string[] },
): Promise<Record<string, Client>> {
  const guest = await world.member(id, null);
  for (const spaceId of spaceIds.slice(0, 3)) await world.grant(spaceId, guest.userId, 'edit');
  const teammate = await world.member(id, null);
  for (const number of numbers(TEAMS)) {
    const teamId = newId('Team');
    await world.db.prisma.team.create({
      data: {
        id: teamId,
        organizationId: id,
        title: 'Any',
        members: { create: { userId: teammate.userId } },
        grants: {
          create: {
            id: newId('Grant'),
            collectionId: collectionIds[number * CHAIN_LENGTH] ?? null,
            role: 'edit',
          },
        },
      },
    });
  }
  return { admin, reader: await world.member(id, 'read'), guest, 'member of teams': teammate };
}

/** Milliseconds of the fastest of some reads. */
async function fastest(client: Client, url: string): Promise<number> {
  const times: number[] = [];
  for (const _ of numbers(RUNS)) {
    const start = performance.now();
    const { status } = await client.get(url);
    times.push(performance.now() - start);
    expect(status, url).toBe(200);
  }
  return Math.min(...times);
}

it('lists of spaces and members, by who reads them and by the size of the organization', async () => {
  const measured: Map<string, number>[] = [];
  for (const size of sizes) {
    const organization = await world.organization();
    const readers = await readersOf(organization, await fill(organization.id, size));
    await world.db.pool.query('ANALYZE');
    const times = new Map<string, number>();
    for (const [who, client] of Object.entries(readers)) {
      const base = `/v1/orgs/${organization.id}`;
      const lists = {
        spaces: `${base}/spaces`,
        collections: `${base}/collections`,
        'own spaces': `${base}/members/${client.userId}/spaces`,
        members: `${base}/members`,
      };
      for (const [list, url] of Object.entries(lists)) {
        times.set(`${list}, ${who}`, await fastest(client, url));
      }
    }
    measured.push(times);
  }
  const [small, large] = measured;
  const rows = [...(large ?? [])].map(([what, time]) => {
    const [list = ''] = what.split(', ');
    const ofAdmin = large?.get(`${list}, admin`) ?? Number.NaN;
    const ofSmall = small?.get(what) ?? Number.NaN;
    return [what, time.toFixed(1), (time / ofAdmin).toFixed(1), (time / ofSmall).toFixed(1)];
  });
  printTable(
    ['list, reader', '10,000 spaces (ms)', 'to that of the admin', 'to 1,000 spaces'],
    rows,
  );
});
