import { beforeAll, describe, expect, it } from 'vitest';
import { encodeCursor } from '../../src/pagination/cursor.ts';
import type { Route } from '../../src/rest/route.ts';
import type { Client } from '../support/client.ts';
import { fillLists, LIST_COUNT } from '../support/fill-lists.ts';
import { bodyOf } from '../support/mutation-bodies.ts';
import { routes } from '../support/open-api.ts';
import { askGraph, askRest, parametersOf, queryOf } from '../support/route-requests.ts';
import { createScene, writeContent, type Scene, type SceneContent } from '../support/scene.ts';
import { useWorld } from '../support/use-world.ts';

const world = useWorld();
let admin: Client;
let scene: Scene;
let content: Record<'space' | 'changeRequest', SceneContent>;

beforeAll(async () => {
  const organization = await world.organization();
  admin = organization.admin;
  scene = await createScene(world, organization.id, admin.userId);
  content = await writeContent(world, scene);
  await fillLists({ world, scene, content, adminId: admin.userId });
});

const lists = routes
  .filter(({ response }) => response.kind === 'list')
  .map((route, index) => [route.operationId, route, index] as const);

/** Returns every third value: lists take turns with the values that all of them refuse. */
const valuesFor = <Value>(index: number, values: readonly Value[]): Value[] =>
  values.filter((_, at) => at % 3 === index % 3);

const ask = (route: Route, query: Record<string, string>, surface = askRest) =>
  surface(admin, route, {
    path: parametersOf(route, scene, content),
    query: { ...queryOf(route, scene), ...query },
    ...(route.method !== 'GET' && { body: bodyOf(route.operationId, scene) }),
  });

interface List {
  next?: { page: string };
  count: number;
  items: unknown[];
}

async function list(route: Route, limit: number): Promise<List> {
  const { status, message, body } = await ask(route, { limit: String(limit) });
  expect({ limit, status, message }).toEqual({ limit, status: 200, message: undefined });
  return body as List;
}

describe('the size of a page', () => {
  it.each(lists)('is 0 to 1000 items: %s', async (_, route) => {
    const whole = await list(route, 1000);
    expect(
      whole.count,
      `Give the list ${LIST_COUNT} items in test/support/fill-lists.ts.`,
    ).toBeGreaterThanOrEqual(LIST_COUNT);
    expect(whole.items).toHaveLength(whole.count);
    expect(whole.next).toBeUndefined();

    const one = await list(route, 1);
    expect(one).toEqual({
      next: { page: expect.any(String) as string },
      count: whole.count,
      items: whole.items.slice(0, 1),
    });
    expect(await list(route, 0)).toMatchObject({ count: whole.count, items: [] });
  });

  it.each(lists)('is refused by name when it is anything else: %s', async (_, route, index) => {
    const limits = ['1001', '-1', 'x', '1.5', '', ' 1', '1e2', '99999999999', '٣'];
    for (const limit of valuesFor(index, limits)) {
      const { status, message } = await ask(route, { limit });
      expect({ limit, status, message }).toEqual({
        limit,
        status: 400,
        message: expect.stringContaining('"limit"') as string,
      });
    }
  });

  it.each(lists)('is at most 100 in the graph: %s', async (_, route) => {
    expect(await ask(route, { limit: '100' }, askGraph)).toMatchObject({ status: 200 });
    for (const limit of ['101', '1000']) {
      const { status, message } = await ask(route, { limit }, askGraph);
      expect({ limit, status, message }).toEqual({
        limit,
        status: 400,
        message: expect.stringContaining('"first" must be 0 to 100') as string,
      });
    }
  });
});

describe('a page token', () => {
  it.each(lists)(
    'leads on from the page that gave it, and no other text does: %s',
    async (_, route, index) => {
      const [first, second] = (await list(route, 2)).items;
      const { next } = await list(route, 1);
      const page = next?.page ?? '';
      const { body } = await ask(route, { limit: '1', page });
      expect((body as List).items).toEqual([second]);
      expect(second).not.toEqual(first);
      const forged = [
        '',
        'x',
        `${page}x`,
        page.slice(0, -4),
        `A${page.slice(1)}`,
        page.repeat(50),
        encodeCursor('Another.list', ['x']),
        Buffer.from('{"id":"x"}').toString('base64url'),
      ];
      for (const token of valuesFor(index, forged)) {
        for (const surface of [askRest, askGraph]) {
          const { status, message } = await ask(route, { limit: '1', page: token }, surface);
          expect({ token, status, message }).toEqual({
            token,
            status: 400,
            message: expect.stringMatching(/page|cursor/i) as string,
          });
        }
      }
    },
  );
});

describe('the statements of a list', () => {
  it.each(lists)('are as many for 50 items as for one: %s', async (_, route) => {
    const statements = async (limit: number) => {
      return world.plannedStatements(async () => {
        expect((await list(route, limit)).items).toHaveLength(limit);
      });
    };
    const [ofOne, ofMany] = [await statements(1), await statements(LIST_COUNT)];
    expect(ofMany.length, ofMany.join('\n')).toBe(ofOne.length);
  });
});
