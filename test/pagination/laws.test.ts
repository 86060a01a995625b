import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { newId } from '../../src/lib/id.ts';
import type { Client } from '../support/client.ts';
import { useWorld } from '../support/use-world.ts';
import { lawCount } from '../support/law-count.ts';

const world = useWorld();
let viewer: Client;

beforeEach(async () => {
  viewer = await world.user();
});

/** Adds organizations of the viewer. Few dates for many rows, so that ids must break ties. */
async function insert(days: readonly number[]): Promise<string[]> {
  const rows = days.map((day) => ({
    id: newId('Organization'),
    title: 'Any',
    createdAt: new Date(Date.UTC(2026, 0, day)),
  }));
  await world.db.prisma.organization.createMany({ data: rows });
  await world.db.prisma.member.createMany({
    data: rows.map(({ id }) => ({ organizationId: id, userId: viewer.userId, role: 'read' })),
  });
  return rows.map(({ id }) => id);
}

async function remove(ids: readonly string[]): Promise<void> {
  await world.db.prisma.organization.deleteMany({ where: { id: { in: [...ids] } } });
}

/** The whole list, as the database orders it. */
async function allIds(): Promise<string[]> {
  const rows = await world.db.prisma.organization.findMany({
    where: { members: { some: { userId: viewer.userId } } },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    select: { id: true },
  });
  return rows.map(({ id }) => id);
}

interface PageArguments {
  first?: number;
  last?: number;
  after?: string | null;
  before?: string | null;
}

interface Page {
  nodes: { id: string }[];
  edges: { cursor: string; node: { id: string } }[];
  pageInfo: {
    hasNextPage: boolean;
    hasPreviousPage: boolean;
    startCursor: string | null;
    endCursor: string | null;
  };
  totalCount: number;
}

async function readPage(args: PageArguments): Promise<Page> {
  const data = await viewer.query<{ organizations: Page }>(
    `query ($first: Int, $last: Int, $after: String, $before: String) {
      organizations(first: $first, last: $last, after: $after, before: $before) {
        nodes { id } edges { cursor node { id } } totalCount
        pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
      }
    }`,
    { ...args },
  );
  return data.organizations;
}

const idsOf = (page: Page) => page.nodes.map(({ id }) => id);

/** What happens to the list between two pages. */
interface Change {
  inserted: number[];
  /** Places in the list, as parts of its length. */
  removed: number[];
  /** Also the row that the cursor came from. */
  removesCursorRow: boolean;
}

const day = fc.integer({ min: 1, max: 6 });
const change: fc.Arbitrary<Change> = fc.record({
  inserted: fc.array(day, { maxLength: 3 }),
  removed: fc.array(fc.double({ min: 0, max: 0.999, noNaN: true }), { maxLength: 2 }),
  removesCursorRow: fc.boolean(),
});

const iteration = fc.record({
  start: fc.array(day, { minLength: 1, maxLength: 14 }),
  size: fc.integer({ min: 1, max: 4 }),
  changes: fc.array(change, { maxLength: 6 }),
  backwards: fc.boolean(),
});

async function apply(given: Change, cursorRow: string | undefined): Promise<void> {
  await insert(given.inserted);
  const list = await allIds();
  const removed = given.removed.flatMap((part) => list[Math.floor(part * list.length)] ?? []);
  await remove(given.removesCursorRow && cursorRow ? [...removed, cursorRow] : removed);
}

describe('reading a list page by page', () => {
  it('shows every row that was there throughout once, whatever comes and goes meanwhile', async () => {
    await fc.assert(
      fc.asyncProperty(iteration, async ({ start, size, changes, backwards }) => {
        await remove(await allIds());
        const first = new Set(await insert(start));
        const seen: string[] = [];
        let cursor: string | null = null;
        for (let turn = 0; ; turn += 1) {
          const page = await readPage(
            backwards ? { last: size, before: cursor } : { first: size, after: cursor },
          );
          seen.push(...(backwards ? idsOf(page).toReversed() : idsOf(page)));
          const { hasNextPage, hasPreviousPage, startCursor, endCursor } = page.pageInfo;
          if (!(backwards ? hasPreviousPage : hasNextPage)) break;
          cursor = backwards ? startCursor : endCursor;
          const given = changes[turn];
          if (given) await apply(given, seen.at(-1));
        }
        const left = await allIds();
        const survivors = left.filter((id) => first.has(id));
        expect(new Set(seen).size).toBe(seen.length);
        expect(survivors.filter((id) => !seen.includes(id))).toEqual([]);
        const order = backwards ? left.toReversed() : left;
        const seenOfLeft = seen.filter((id) => left.includes(id));
        expect(seenOfLeft).toEqual(order.filter((id) => seenOfLeft.includes(id)));
      }),
      { numRuns: lawCount(40) },
    );
  });

  it('tells exactly whether rows precede and follow, in all combinations of arguments', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(day, { maxLength: 7 }),
        fc.record({ size: fc.nat(8), backwards: fc.boolean() }),
        fc.option(fc.nat(20), { nil: undefined }),
        fc.option(fc.nat(20), { nil: undefined }),
        async (start, { size, backwards }, afterIndex, beforeIndex) => {
          await remove(await allIds());
          await insert(start);
          const { edges } = await readPage({ first: 100 });
          const list = edges.map(({ node }) => node.id);
          const after = afterIndex === undefined ? undefined : edges[afterIndex % edges.length];
          const before = beforeIndex === undefined ? undefined : edges[beforeIndex % edges.length];
          const from = after ? list.indexOf(after.node.id) + 1 : 0;
          const to = before ? list.indexOf(before.node.id) : list.length;
          const part = list.slice(from, Math.max(from, to));
          const wanted = backwards
            ? part.slice(Math.max(part.length - size, 0))
            : part.slice(0, size);
          const page = await readPage({
            ...(backwards ? { last: size } : { first: size }),
            ...(after && { after: after.cursor }),
            ...(before && { before: before.cursor }),
          });
          expect(idsOf(page)).toEqual(wanted);
          expect(page.totalCount).toBe(list.length);
          const more = part.length > wanted.length;
          expect(page.pageInfo).toEqual({
            hasNextPage: (!backwards && more) || before !== undefined,
            hasPreviousPage: (backwards && more) || after !== undefined,
            startCursor: page.edges[0]?.cursor ?? null,
            endCursor: page.edges.at(-1)?.cursor ?? null,
          });
        },
      ),
      { numRuns: lawCount(80) },
    );
  });

  it('knows that the rows before a cursor are gone', async () => {
    const ids = await insert([1, 2, 3, 4]);
    const { pageInfo } = await readPage({ first: 2 });
    await remove(ids.slice(0, 2));
    const rest = await readPage({ first: 2, after: pageInfo.endCursor });
    expect(idsOf(rest)).toEqual(ids.slice(2));
    expect(rest.pageInfo).toMatchObject({ hasPreviousPage: false, hasNextPage: false });
  });

  it('has the same pages on /v1', async () => {
    const ids = await insert([1, 1, 2, 2, 3]);
    const { body } = await viewer.get('/v1/orgs?limit=2');
    const { body: next } = await viewer.get(`/v1/orgs?limit=2&page=${body.next.page}`);
    const { body: last } = await viewer.get(`/v1/orgs?limit=2&page=${next.next.page}`);
    const pages = [body, next, last];
    expect(pages.flatMap(({ items }) => items.map((item: { id: string }) => item.id))).toEqual(ids);
    expect(pages.map(({ count }) => count)).toEqual([5, 5, 5]);
    expect(last).not.toHaveProperty('next');
    expect((await readPage({ first: 2 })).pageInfo.endCursor).toBe(body.next.page);
  });
});

describe('the size of a page', () => {
  it('is "first" or "last", 0 to 100, 30 when neither is given', async () => {
    await insert(Array.from({ length: 31 }, () => 1));
    expect((await readPage({})).nodes).toHaveLength(30);
    expect((await readPage({ first: 0 })).nodes).toEqual([]);
    expect((await readPage({ first: 0 })).pageInfo.hasNextPage).toBe(true);
    expect((await readPage({ last: 100 })).nodes).toHaveLength(31);
    const refusal = async (args: string) => {
      const { errors } = await viewer.graphql(`{ organizations(${args}) { nodes { id } } }`);
      return `${errors?.[0]?.extensions.code} ${errors?.[0]?.message}`;
    };
    for (const args of ['first: 101', 'last: 101', 'first: -1', 'last: -1']) {
      expect(await refusal(args)).toMatch(/^BAD_USER_INPUT "(first|last)" must be 0 to 100/);
    }
    expect(await refusal('first: 1, last: 1')).toMatch(/^BAD_USER_INPUT .*not both/);
  });
});
