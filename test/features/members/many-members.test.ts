import { beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../../src/lib/id.ts';
import { useOrganization, useWorld } from '../../support/use-world.ts';

const COUNT = 5000;
/** Of them, every tenth is a guest. */
const GUESTS = COUNT / 10;

const world = useWorld();
const organization = useOrganization(world);

beforeAll(async () => {
  const users = Array.from({ length: COUNT }, (_, index) => {
    const id = newId('User');
    return { id, displayName: `User ${index}`, email: `${id.toLowerCase()}@example.com` };
  });
  await world.db.prisma.user.createMany({ data: users });
  // Many join at the same time, so that the order needs more than the time.
  const joinedAt = new Date('2026-01-01T00:00:00Z');
  await world.db.prisma.member.createMany({
    data: users.map(({ id }, index) => ({
      organizationId: organization.id,
      userId: id,
      role: index % 10 === 0 ? null : 'read',
      joinedAt,
    })),
  });
  await world.space(organization.id);
});

interface List {
  next?: { page: string };
  count: number;
  items: { id: string; spaces: number }[];
}

async function list(query: string): Promise<List> {
  const url = `/v1/orgs/${organization.id}/members?${query}`;
  const { status, body } = await organization.admin.get<List>(url);
  expect(status).toBe(200);
  return body;
}

describe('five thousand members', () => {
  it('are listed once each, with the same exact count on every page', async () => {
    const seen: string[] = [];
    let page: string | undefined;
    do {
      const token: string = page === undefined ? '' : `&page=${page}`;
      const { items, count, next } = await list(`limit=1000${token}`);
      expect(count).toBe(COUNT + 1);
      seen.push(...items.map(({ id }) => id));
      page = next?.page;
    } while (page !== undefined);
    expect(seen).toHaveLength(COUNT + 1);
    expect(new Set(seen).size).toBe(COUNT + 1);
  });

  it('are filtered and searched with exact counts', async () => {
    expect((await list('role=guest&limit=1')).count).toBe(GUESTS);
    expect((await list('role=read&limit=1')).count).toBe(COUNT - GUESTS);
    expect((await list('search=USER 4999')).count).toBe(1);
    expect(await list('sort=lastSeenAt')).toEqual({ count: 0, items: [] });
  });

  it('are read in as many statements as one member, counts included', async () => {
    const statements = async (limit: number) => {
      const texts = await world.plannedStatements(async () => {
        const { items } = await list(`limit=${limit}`);
        expect(items).toHaveLength(limit);
        // A guest has no level on the space, the others have one.
        const levels = items.filter(({ spaces }) => spaces === 1).length;
        expect(levels).toBeGreaterThanOrEqual(limit * 0.8);
      });
      return texts.length;
    };
    expect(await statements(1000)).toBe(await statements(1));
  });

  it('are the same to the graph', async () => {
    const data = await organization.admin.query(
      `query ($id: ID!) {
        organization(id: $id) {
          members(first: 100) { totalCount pageInfo { hasNextPage } nodes { spaceCount } }
        }
      }`,
      { id: organization.id },
    );
    expect(data.organization.members).toMatchObject({
      totalCount: COUNT + 1,
      pageInfo: { hasNextPage: true },
    });
    expect(data.organization.members.nodes).toHaveLength(100);
  });
});
