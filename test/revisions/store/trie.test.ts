import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { leafOf, NO_CHILD, type Chunk } from '../../../src/revisions/store/chunk.ts';
import { trieDifferences } from '../../../src/revisions/store/trie-differences.ts';
import { updateTrie } from '../../../src/revisions/store/trie.ts';

interface Item {
  id: string;
  title: string;
}

/** A store in memory that counts what is read and written. */
class Store {
  readonly chunks = new Map<string, Chunk<Item>>();
  reads = 0;

  constructor() {
    const empty = leafOf<Item>([]);
    this.chunks.set(empty.hash, empty);
  }

  async update(root: string, changes: Map<string, Item | null>) {
    const update = await updateTrie(root, changes, (hash) => {
      this.reads += 1;
      return Promise.resolve(this.chunk(hash));
    });
    for (const chunk of update.written) this.chunks.set(chunk.hash, chunk);
    return update;
  }

  chunk(hash: string): Chunk<Item> {
    const chunk = this.chunks.get(hash);
    if (!chunk) throw new Error(`No chunk ${hash}.`);
    return chunk;
  }

  entries(hash: string): Item[] {
    const chunk = this.chunk(hash);
    if (chunk.kind === 'leaf') return [...chunk.entries];
    return chunk.children
      .filter((child) => child !== NO_CHILD)
      .flatMap((child) => this.entries(child));
  }
}

const empty = leafOf<Item>([]).hash;
const change = fc.tuple(
  fc.integer({ min: 0, max: 200 }),
  fc.option(fc.string({ maxLength: 3 }), { freq: 2 }),
);
const history = fc.array(fc.array(change, { maxLength: 80 }), { maxLength: 6 });

function changesOf(pairs: [number, string | null][]): Map<string, Item | null> {
  return new Map(
    pairs.map(([number, title]) => {
      const id = `page_${number}`;
      return [id, title === null ? null : { id, title }];
    }),
  );
}

describe('the trie of content entries', () => {
  it('holds what a plain map holds, after any history', async () => {
    await fc.assert(
      fc.asyncProperty(history, async (steps) => {
        const store = new Store();
        const model = new Map<string, Item>();
        let root = empty;
        for (const step of steps) {
          const changes = changesOf(step);
          const update = await store.update(root, changes);
          for (const [id, item] of changes) {
            if (item) model.set(id, item);
            else model.delete(id);
          }
          root = update.root.hash;
          expect(update.root.size).toBe(model.size);
          const held = new Map(store.entries(root).map((item) => [item.id, item]));
          expect(held).toEqual(model);
        }
      }),
    );
  });

  it('has one hash for one content, whatever the way to it', async () => {
    await fc.assert(
      fc.asyncProperty(history, async (steps) => {
        const store = new Store();
        let root = empty;
        for (const step of steps) root = (await store.update(root, changesOf(step))).root.hash;
        const direct = new Map(store.entries(root).map((item) => [item.id, item]));
        expect((await store.update(empty, direct)).root.hash).toBe(root);
      }),
    );
  });

  it('writes little for one change in much content', async () => {
    const store = new Store();
    const all = Array.from({ length: 5000 }, (_, number): [number, string] => [number, 'Title']);
    const { root } = await store.update(empty, changesOf(all));
    store.reads = 0;
    const { written } = await store.update(root.hash, changesOf([[17, 'Changed']]));
    expect(written.length).toBeLessThanOrEqual(5);
    expect(store.reads).toBeLessThanOrEqual(5);
  });
});

describe('the differences of two tries', () => {
  it('are the entries that differ, on both sides', async () => {
    await fc.assert(
      fc.asyncProperty(history, history, async (one, other) => {
        const store = new Store();
        const build = async (list: [number, string | null][][]) => {
          let root = empty;
          for (const pairs of list) {
            root = (await store.update(root, changesOf(pairs))).root.hash;
          }
          return root;
        };
        const [before, after] = [await build(one), await build([...one, ...other])];
        const found = await trieDifferences(before, after, (hash) =>
          Promise.resolve(store.chunk(hash)),
        );
        const [left, right] = [before, after].map(
          (root) => new Map(store.entries(root).map((entry) => [entry.id, entry])),
        );
        const ids = new Set([...(left?.keys() ?? []), ...(right?.keys() ?? [])]);
        const expected = [...ids]
          .map(
            (id) => [id, { before: left?.get(id) ?? null, after: right?.get(id) ?? null }] as const,
          )
          .filter(([, entry]) => entry.before?.title !== entry.after?.title);
        expect(Object.fromEntries(found)).toEqual(Object.fromEntries(expected));
      }),
    );
  });

  it('are found by reading only what differs', async () => {
    const store = new Store();
    const pairs = Array.from({ length: 5000 }, (_, id): [number, string] => [id, 'a']);
    const { root } = await store.update(empty, changesOf(pairs));
    const edited = await store.update(root.hash, changesOf([[7, 'b']]));
    let reads = 0;
    await trieDifferences(root.hash, edited.root.hash, (hash) => {
      reads += 1;
      return Promise.resolve(store.chunk(hash));
    });
    expect(reads).toBeLessThan(10);
  });
});
