import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { useWorld } from '../../support/use-world.ts';
import { idsIn, move } from './support.ts';
import { lawCount } from '../../support/law-count.ts';

const world = useWorld();

const COLLECTIONS = 4;
const SPACES = 4;
const ITEMS = COLLECTIONS + SPACES;

/** One move, by the numbers of items; collections come first. */
interface Move {
  item: number;
  /** A collection, or the top. */
  parent: number | null | undefined;
  before: number | undefined;
  after: number | undefined;
}

const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });

const someMove: fc.Arbitrary<Move> = fc.record({
  item: fc.nat(ITEMS - 1),
  parent: maybe(fc.option(fc.nat(COLLECTIONS - 1), { freq: 3 })),
  before: maybe(fc.nat(ITEMS - 1)),
  after: maybe(fc.nat(ITEMS - 1)),
});

/** What lies where, by numbers of items; the model that a history is checked against. */
class Model {
  readonly lists = new Map<number | null, number[]>([[null, []]]);

  constructor() {
    for (let item = 0; item < ITEMS; item += 1) this.in(null).push(item);
  }

  in(parent: number | null): number[] {
    const list = this.lists.get(parent) ?? [];
    this.lists.set(parent, list);
    return list;
  }

  parentOf(item: number): number | null {
    for (const [parent, list] of this.lists) if (list.includes(item)) return parent;
    return null;
  }

  isBelow(item: number | null, upper: number): boolean {
    if (item === null) return false;
    return item === upper || this.isBelow(this.parentOf(item), upper);
  }

  /** What a move must answer, and does when it is allowed. */
  move({ item, parent: given, before, after }: Move): number {
    if (given === undefined && before === undefined && after === undefined) return 400;
    const own = this.parentOf(item);
    const parent = given === undefined ? own : given;
    if (parent !== own && item < COLLECTIONS && this.isBelow(parent, item)) return 400;
    const list = this.in(parent);
    const index = this.#placeIn(list, item, before, after);
    if (index === undefined) return 400;
    const moved = list.filter((other) => other !== item).toSpliced(index, 0, item);
    if (before === undefined && after === undefined && parent === own) return 409;
    if (parent === own && moved.join() === list.join()) return 409;
    this.lists.set(
      own,
      this.in(own).filter((other) => other !== item),
    );
    this.lists.set(parent, moved);
    return 200;
  }

  #placeIn(
    list: readonly number[],
    item: number,
    before: number | undefined,
    after: number | undefined,
  ): number | undefined {
    const others = list.filter((other) => other !== item);
    const at = (sibling: number) => others.indexOf(sibling);
    if ([before, after].some((side) => side !== undefined && at(side) < 0)) return undefined;
    if (before !== undefined && after !== undefined && at(after) >= at(before)) return undefined;
    if (before !== undefined) return at(before);
    return after === undefined ? others.length : at(after) + 1;
  }
}

/** A fresh organization with all items at its top. */
async function plant() {
  const { id, admin } = await world.organization();
  const ids: string[] = [];
  for (let item = 0; item < ITEMS; item += 1) {
    const made = await (item < COLLECTIONS ? world.collection(id) : world.space(id));
    ids.push(made.id);
  }
  const send = ({ item, parent, before, after }: Move) =>
    move(admin, ids[item] ?? '', {
      ...(parent !== undefined && { parent: parent === null ? null : (ids[parent] ?? '') }),
      ...(before !== undefined && { before: ids[before] ?? '' }),
      ...(after !== undefined && { after: ids[after] ?? '' }),
    });
  return { id, ids, send };
}

/** Every item lies in one place, at a position of its own there, and no collection in itself. */
async function expectTree(organizationId: string): Promise<void> {
  const rows = await world.db.prisma.$queryRaw<
    { id: string; parent_id: string | null; position: string }[]
  >`SELECT id, parent_id, position FROM collection_items WHERE organization_id = ${organizationId}`;
  expect(new Set(rows.map(({ id }) => id)).size).toBe(ITEMS);
  const places = rows.map(({ parent_id: parent, position }) => `${parent} ${position}`);
  expect(new Set(places).size).toBe(ITEMS);
  const parents = new Map(rows.map(({ id, parent_id: parent }) => [id, parent]));
  for (const { id } of rows) {
    let steps = 0;
    for (let up = parents.get(id); up; up = parents.get(up)) steps += 1;
    expect(steps).toBeLessThan(ITEMS);
  }
}

describe('the order of spaces and collections', () => {
  it('is that of the moves, whatever their history', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(someMove, { minLength: 5, maxLength: 20 }), async (moves) => {
        const { id, ids, send } = await plant();
        const model = new Model();
        for (const one of moves) expect(await send(one)).toBe(model.move(one));
        for (const parent of [null, ...Array.from({ length: COLLECTIONS }, (_, index) => index)]) {
          const parentId = parent === null ? null : (ids[parent] ?? '');
          expect(await idsIn(world, id, parentId)).toEqual(
            model.in(parent).map((item) => ids[item]),
          );
        }
      }),
      { numRuns: lawCount(12), endOnFailure: true },
    );
  });

  it('stays a total order in a tree under concurrent moves, none of which fails', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(someMove, { minLength: 8, maxLength: 24 }), async (moves) => {
        const { id, send } = await plant();
        const statuses = await Promise.all(moves.map((one) => send(one)));
        for (const status of statuses) expect([200, 400, 409]).toContain(status);
        await expectTree(id);
      }),
      { numRuns: lawCount(8), endOnFailure: true },
    );
  });

  it('has no circle when two collections are moved into each other at once', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { id, send } = await plant();
      const into = (item: number, parent: number) =>
        send({ item, parent, before: undefined, after: undefined });
      const statuses = await Promise.all([into(0, 1), into(1, 0), into(1, 2), into(2, 0)]);
      expect(statuses.filter((status) => status === 200).length).toBeGreaterThan(0);
      for (const status of statuses) expect([200, 400, 409]).toContain(status);
      await expectTree(id);
    }
  });
});
