import fc from 'fast-check';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import type { Client } from '../../support/client.ts';
import { useWorld } from '../../support/use-world.ts';
import { lawCount } from '../../support/law-count.ts';

const world = useWorld();
let organizationId: string;
let admin: Client;

beforeAll(async () => {
  ({ id: organizationId, admin } = await world.organization());
});

afterEach(() => {
  vi.useRealTimers();
});

const RUNS = lawCount(8);
const START = Date.parse('2030-01-01T00:00:00.000Z');

/** What is done next, and how many milliseconds later. */
interface Step {
  kind: 'edit' | 'rollback' | 'create' | 'propose' | 'update' | 'merge';
  later: number;
  pick: number;
}

const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.record({
    kind: fc.constantFrom('edit', 'edit', 'rollback', 'create', 'propose', 'update', 'merge'),
    later: fc.nat(2),
    pick: fc.nat(20),
  }),
  { minLength: 5, maxLength: 20 },
);

const fields = 'id variables pageCount createdAt';

class Space {
  readonly id: string;
  readonly #changeRequests: string[] = [];
  #writes = 0;

  constructor(id: string) {
    this.id = id;
  }

  async content(): Promise<{ id: string }> {
    const { space } = await admin.query(
      `query ($id: ID!) { space(id: $id) { content { ${fields} } } }`,
      { id: this.id },
    );
    return space.content;
  }

  async contentAt(times: readonly number[]): Promise<unknown[]> {
    const contents: unknown[] = [];
    for (const time of times) {
      const { space } = await admin.query(
        `query ($id: ID!, $at: ContentAt) { space(id: $id) { content(at: $at) { ${fields} } } }`,
        { id: this.id, at: { time: new Date(time).toISOString() } },
      );
      contents.push(space.content);
    }
    return contents;
  }

  async run({ kind, pick }: Step): Promise<void> {
    const space = `/v1/spaces/${this.id}`;
    const proposal = this.#changeRequests[pick % Math.max(this.#changeRequests.length, 1)];
    if (kind === 'edit') return this.#write(space);
    if (kind === 'rollback') return this.#rollBack(space, pick);
    if (kind === 'create') {
      const { body } = await admin.post(`${space}/change-requests`, {});
      this.#changeRequests.push(body.id);
      return undefined;
    }
    if (proposal === undefined) return undefined;
    const path = `${space}/change-requests/${proposal}`;
    if (kind === 'propose') return this.#write(path);
    await admin.post(`${path}/${kind}`);
    return undefined;
  }

  async #write(path: string): Promise<void> {
    this.#writes += 1;
    const changes = [{ operation: 'set_variables', variables: { v: `${this.#writes}` } }];
    await admin.post(`${path}/content`, { changes });
  }

  async #rollBack(path: string, pick: number): Promise<void> {
    const revisions = await world.db.prisma.revision.findMany({
      where: { branchId: this.id },
      orderBy: { generation: 'asc' },
    });
    const revision = revisions[pick % revisions.length]?.id;
    const { status } = await admin.post(`${path}/content/rollback`, { revision });
    expect(status).toBe(200);
  }
}

it('the content at a time is what was read at that time', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  await fc.assert(
    fc.asyncProperty(steps, async (history) => {
      let now = START;
      vi.setSystemTime(now);
      const space = new Space((await world.space(organizationId)).id);
      // What was read last at each time is what the content was at its end.
      const reads = new Map([[now, await space.content()]]);
      for (const step of history) {
        now += step.later;
        vi.setSystemTime(now);
        await space.run(step);
        reads.set(now, await space.content());
      }
      expect(await space.contentAt([...reads.keys()])).toEqual([...reads.values()]);
    }),
    { numRuns: RUNS },
  );
});

it('a clock that is set back does not reorder a history', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  vi.setSystemTime(START);
  const space = new Space((await world.space(organizationId)).id);
  const ids = [(await space.content()).id];
  for (const milliseconds of [10, -5, -1000, 20]) {
    vi.setSystemTime(START + milliseconds);
    await space.run({ kind: 'edit', later: 0, pick: 0 });
    ids.push((await space.content()).id);
  }
  const { space: found } = await admin.query(
    'query ($id: ID!) { space(id: $id) { revisions(order: ASC) { nodes { id createdAt } } } }',
    { id: space.id },
  );
  const nodes = found.revisions.nodes as { id: string; createdAt: string }[];
  expect(nodes.map(({ id }) => id)).toEqual(ids);
  const times = nodes.map(({ createdAt }) => Date.parse(createdAt) - START);
  expect(times).toEqual([0, 10, 10, 10, 20]);
});
