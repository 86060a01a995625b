import { beforeAll, describe, expect, it, vi } from 'vitest';
import { newId } from '../../src/lib/id.ts';
import { orderOf, type Connection } from '../../src/pagination/connection.ts';
import { CompiledOperations } from '../../src/plan/compiled-operations.ts';
import { schema } from '../../src/schema.ts';
import type { Client } from '../support/client.ts';
import { useWorld } from '../support/use-world.ts';
import { isObjectType } from 'graphql';

const world = useWorld();
let admin: Client;
let organizationId: string;

/** Few titles and dates for many sites, so that ids must break ties; also in other cases. */
const titles = ['apple', 'Apple', 'banana', 'Cherry', 'cherry', 'Äpfel', 'zebra', '10', 'APPLE'];

interface SortedSite {
  id: string;
  title: string;
  createdAt: Date;
}

const sites: SortedSite[] = Array.from({ length: 23 }, (_, index) => ({
  id: newId('Site'),
  title: titles[(index * 7) % titles.length] ?? '',
  createdAt: new Date(Date.UTC(2026, 0, 1 + ((index * 5) % 4))),
}));

beforeAll(async () => {
  const organization = await world.organization();
  ({ admin } = organization);
  organizationId = organization.id;
  await world.db.prisma.site.createMany({
    data: sites.map((site) => ({ ...site, organizationId })),
  });
});

const keys = {
  TITLE: ({ title, id }: SortedSite) => [title.toLowerCase(), id],
  CREATED_AT: ({ createdAt, id }: SortedSite) => [createdAt.toISOString(), id],
} as const;

type Sort = keyof typeof keys;

/** The ids of all sites in an order, as JavaScript sorts them. */
function sortedIds(sort: Sort, order: 'ASC' | 'DESC'): string[] {
  const compare = (a: SortedSite, b: SortedSite) => {
    const [[valueA = '', idA = ''], [valueB = '', idB = '']] = [keys[sort](a), keys[sort](b)];
    if (valueA !== valueB) return valueA < valueB ? -1 : 1;
    return idA < idB ? -1 : 1;
  };
  const ids = sites.toSorted(compare).map(({ id }) => id);
  return order === 'ASC' ? ids : ids.toReversed();
}

const query = /* GraphQL */ `
  query (
    $id: ID!
    $sort: SiteSort
    $order: ListOrder
    $first: Int
    $after: String
    $last: Int
    $before: String
  ) {
    organization(id: $id) {
      sites(
        sort: $sort
        order: $order
        first: $first
        after: $after
        last: $last
        before: $before
      ) {
        totalCount
        nodes {
          id
        }
        pageInfo {
          hasNextPage
          hasPreviousPage
          startCursor
          endCursor
        }
      }
    }
  }
`;

async function pageOf(args: object) {
  const { organization } = await admin.query(query, { id: organizationId, ...args });
  return organization.sites;
}

async function readForward(args: object): Promise<string[]> {
  const ids: string[] = [];
  for (let after: string | null = null; ;) {
    const page = await pageOf({ ...args, first: 5, after });
    ids.push(...page.nodes.map(({ id }: { id: string }) => id));
    expect(page.totalCount).toBe(sites.length);
    if (!page.pageInfo.hasNextPage) return ids;
    after = page.pageInfo.endCursor;
  }
}

async function readBackward(args: object): Promise<string[]> {
  const ids: string[] = [];
  for (let before: string | null = null; ;) {
    const page = await pageOf({ ...args, last: 4, before });
    ids.unshift(...page.nodes.map(({ id }: { id: string }) => id));
    if (!page.pageInfo.hasPreviousPage) return ids;
    before = page.pageInfo.startCursor;
  }
}

async function readRest(sort: string, order: string): Promise<string[]> {
  const ids: string[] = [];
  for (let page = ''; ;) {
    const search = new URLSearchParams({ sort, order, limit: '6', ...(page && { page }) });
    const { body } = await admin.get(`/v1/orgs/${organizationId}/sites?${search}`);
    ids.push(...body.items.map(({ id }: { id: string }) => id));
    if (!body.next) return ids;
    ({ page } = body.next);
  }
}

const cases = (['TITLE', 'CREATED_AT'] as const).flatMap((sort) =>
  (['ASC', 'DESC'] as const).map((order) => ({ sort, order })),
);

describe('a list that is sorted', () => {
  it.each(cases)('shows each item once, page by page: $sort $order', async ({ sort, order }) => {
    const expected = sortedIds(sort, order);
    expect(await readForward({ sort, order })).toEqual(expected);
    expect(await readBackward({ sort, order })).toEqual(expected);
    const onRest = sort === 'TITLE' ? 'title' : 'createdAt';
    expect(await readRest(onRest, order.toLowerCase())).toEqual(expected);
  });

  it.each(cases)('is the same where it is executed: $sort $order', async ({ sort, order }) => {
    const unplanned = vi.spyOn(CompiledOperations.prototype, 'run').mockResolvedValue(undefined);
    try {
      expect(await readForward({ sort, order })).toEqual(sortedIds(sort, order));
      expect(await readBackward({ sort, order })).toEqual(sortedIds(sort, order));
    } finally {
      unplanned.mockRestore();
    }
  });

  it('is in its order of old without arguments', async () => {
    expect(await readForward({})).toEqual(sortedIds('CREATED_AT', 'ASC'));
  });

  it('refuses a cursor of another order, and an unknown sort key', async () => {
    const { pageInfo } = await pageOf({ sort: 'TITLE', first: 2 });
    for (const args of [{ sort: 'CREATED_AT' }, { sort: 'TITLE', order: 'DESC' }]) {
      const variables = { id: organizationId, ...args, after: pageInfo.endCursor };
      expect(await admin.errorCode(query, variables)).toBe('INVALID_CURSOR');
    }
    const { status, body } = await admin.get(`/v1/orgs/${organizationId}/sites?sort=name`);
    expect({ status, message: body.error.message }).toEqual({
      status: 400,
      message: expect.stringContaining('"sort"'),
    });
  });

  it('hides titles from those who may not see them, in the order, too', async () => {
    const { id: spaceId } = await world.space(organizationId, { defaultLevel: null });
    const data = { organizationId, title: 'aaa', titleSpaceId: spaceId };
    const { id } = await world.db.prisma.site.create({ data: { ...data, id: newId('Site') } });
    const reader = await world.member(organizationId, 'read');
    const read = async (client: Client): Promise<string[]> => {
      const { organization } = await client.query(
        `query ($id: ID!) { organization(id: $id) {
          sites(sort: TITLE, first: 100) { nodes { id } } } }`,
        { id: organizationId },
      );
      return organization.sites.nodes.map((site: { id: string }) => site.id);
    };
    // "Untitled site" is between "cherry" and "zebra".
    expect((await read(reader)).indexOf(id)).toBeGreaterThan((await read(admin)).indexOf(id) + 5);
    await world.db.prisma.site.delete({ where: { id } });
  });
});

/** Lists that can be sorted, with the values of their argument. */
const sortable = Object.values(schema.getTypeMap()).flatMap((type) =>
  isObjectType(type)
    ? Object.values(type.getFields()).flatMap((field) => {
        const sort = field.args.find(({ name }) => name === 'sort');
        const connection = field.extensions['connection'] as Connection<object, object> | undefined;
        return sort && connection ? [{ name: `${type.name}.${field.name}`, connection, sort }] : [];
      })
    : [],
);

describe('the sort keys of every list', () => {
  it.each(sortable)('are fields that always have a value: $name', async ({ connection, sort }) => {
    const type = schema.getType(String(sort.type)) as unknown as {
      getValues(): { value: string }[];
    };
    for (const { value } of type.getValues()) {
      const [field = ''] = orderOf(connection, { sort: value }).fields;
      expect(field).toBe(value);
      const { table } = connection.source;
      const column = field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
      const { rows } = await world.db.pool.query(
        `SELECT is_nullable FROM information_schema.columns
         WHERE table_schema = 'public' AND table_name = $1 AND column_name = $2`,
        [table, column],
      );
      // The list of those who were seen omits others.
      const isNullable = field === 'lastSeenAt' ? 'YES' : 'NO';
      expect({ table, column, rows }).toEqual({
        table,
        column,
        rows: [{ is_nullable: isNullable }],
      });
    }
  });
});
