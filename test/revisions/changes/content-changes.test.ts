import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ContentDiffEntry } from '../../../src/revisions/changes/content-diff-entry.ts';
import { contentDiff } from '../../../src/revisions/changes/content-changes.ts';
import { filterChanges } from '../../../src/revisions/changes/filter-changes.ts';
import { leafOf, type Chunk, type Entry } from '../../../src/revisions/store/chunk.ts';
import type {
  FileEntry,
  PageEntry,
  ReusableContentEntry,
  Variables,
} from '../../../src/revisions/store/entry.ts';
import {
  trieDifferences,
  type Differences,
} from '../../../src/revisions/store/trie-differences.ts';
import { updateTrie } from '../../../src/revisions/store/trie.ts';
import { canonicalJson } from '../../../src/lib/canonical-json.ts';
import { applyChanges, kindOf } from './apply-changes.ts';
import { plainContent, type EntryContent } from './plain-content.ts';
import { lawCount } from '../../support/law-count.ts';

const few = (...values: string[]) => fc.constantFrom(...values);
const maybe = <Value>(arbitrary: fc.Arbitrary<Value>) => fc.option(arbitrary, { nil: undefined });
const variables = fc.dictionary(few('a', 'b', 'c'), fc.oneof(few('x', ''), fc.boolean()));
const git = fc.record({ oid: few('1', '2'), path: few('a.md', 'b.md') });
const time = few('2026-01-01T00:00:00.000Z', '2026-01-02T00:00:00.000Z');

const page: fc.Arbitrary<Omit<PageEntry, 'id'>> = fc.record({
  type: fc.constantFrom('document', 'group', 'link'),
  parent: fc.option(few('page_0', 'page_1')),
  position: few('a0', 'a1', 'a1V'),
  title: few('Guide', 'Start'),
  slug: few('guide', 'start'),
  description: maybe(few('', 'Words.')),
  emoji: maybe(few('📘')),
  source: maybe(few('1', '2')),
  sourceStart: maybe(fc.constantFrom(0, 3)),
  target: maybe(fc.record({ kind: fc.constant('url' as const), url: few('/a', '/b') })),
  layout: maybe(fc.record({ title: fc.boolean(), outline: fc.boolean() }, { requiredKeys: [] })),
  cover: maybe(fc.record({ yPos: fc.nat(2) })),
  variables: maybe(variables),
  hidden: maybe(fc.boolean()),
  noIndex: maybe(fc.boolean()),
  condition: maybe(few('visitor.isBeta')),
  git: maybe(git),
  createdAt: time,
  updatedAt: time,
});

const reusableContent: fc.Arbitrary<Omit<ReusableContentEntry, 'id'>> = fc.record({
  title: few('Note', 'Tip'),
  source: few('1', '2'),
  sourceStart: fc.constantFrom(0, 3),
  git: maybe(git),
  createdAt: time,
  updatedAt: time,
});

const file: fc.Arbitrary<Omit<FileEntry, 'id'>> = fc.record({
  name: few('a.png', 'b.png'),
  contentType: few('image/png', 'text/plain'),
  blob: few('1', '2'),
  size: fc.nat(2),
  dimensions: maybe(fc.record({ width: fc.nat(2), height: fc.nat(2) })),
  path: maybe(few('a', 'b')),
  git: maybe(git),
});

/** A content, and one that was made from it: some entries are kept, some are others or gone. */
const pair: fc.Arbitrary<[EntryContent, EntryContent]> = fc
  .record({
    pages: fc.array(fc.tuple(fc.option(page), fc.option(page), fc.boolean()), { maxLength: 50 }),
    reusableContents: fc.array(
      fc.tuple(fc.option(reusableContent), fc.option(reusableContent), fc.boolean()),
      { maxLength: 4 },
    ),
    files: fc.array(fc.tuple(fc.option(file), fc.option(file), fc.boolean()), { maxLength: 5 }),
    variables: fc.tuple(variables, variables),
    redirects: fc.tuple(
      fc.dictionary(few('old', 'older'), few('page_0', 'page_1')),
      fc.dictionary(few('old', 'older'), few('page_0', 'page_1')),
    ),
  })
  .map((both) => [contentOf(both, 0), contentOf(both, 1)]);

type Both<Item> = readonly (readonly [Item | null, Item | null, boolean])[];

function contentOf(
  both: {
    pages: Both<Omit<PageEntry, 'id'>>;
    reusableContents: Both<Omit<ReusableContentEntry, 'id'>>;
    files: Both<Omit<FileEntry, 'id'>>;
    variables: readonly [Variables, Variables];
    redirects: readonly [Record<string, string>, Record<string, string>];
  },
  side: 0 | 1,
): EntryContent {
  return {
    pages: sideOf('page', both.pages, side),
    reusableContents: sideOf('rc', both.reusableContents, side),
    files: sideOf('file', both.files, side),
    variables: both.variables[side],
    redirects: both.redirects[side],
  };
}

function sideOf<Item extends object>(prefix: string, both: Both<Item>, side: 0 | 1) {
  return both.flatMap((sides, index) => {
    const item = sides[2] ? sides[0] : sides[side];
    const known = Object.entries(item ?? {}).filter(([, value]) => value !== undefined);
    const entry = { id: `${prefix}_${index}`, ...(Object.fromEntries(known) as Item) };
    return item ? [entry] : [];
  });
}

/** What differs, found the way that stored contents are compared. */
async function differences<Item extends Entry>(
  before: readonly Item[],
  after: readonly Item[],
): Promise<Differences<Item>> {
  const empty = leafOf<Item>([]);
  const chunks = new Map<string, Chunk<Item>>([[empty.hash, empty]]);
  const load = (hash: string): Promise<Chunk<Item>> => {
    const chunk = chunks.get(hash);
    return chunk ? Promise.resolve(chunk) : Promise.reject(new Error(`No chunk ${hash}.`));
  };
  const rootOf = async (items: readonly Item[]) => {
    const entries = new Map(items.map((item) => [item.id, item]));
    const { root, written } = await updateTrie<Item>(empty.hash, entries, load);
    for (const chunk of written) chunks.set(chunk.hash, chunk);
    return root.hash;
  };
  return trieDifferences(await rootOf(before), await rootOf(after), load);
}

async function diff(before: EntryContent, after: EntryContent): Promise<ContentDiffEntry[]> {
  return contentDiff({
    pages: await differences(before.pages, after.pages),
    reusableContents: await differences(before.reusableContents, after.reusableContents),
    files: await differences(before.files, after.files),
    variables: { before: before.variables, after: after.variables },
    redirects: { before: before.redirects, after: after.redirects },
  });
}

describe('the changes between two contents', () => {
  it('make the first the second, and nothing else', async () => {
    await fc.assert(
      fc.asyncProperty(pair, async ([before, after]) => {
        const made = applyChanges(plainContent(before), await diff(before, after));
        expect(made).toEqual(plainContent(after));
      }),
    );
  });

  it('are none where both are equal', async () => {
    await fc.assert(
      fc.asyncProperty(pair, async ([content]) => {
        expect(await diff(content, content)).toEqual([]);
      }),
      { numRuns: lawCount(20) },
    );
  });

  it('are of what differs only, each value once, in an order of their own', async () => {
    await fc.assert(
      fc.asyncProperty(pair, async ([before, after]) => {
        const changes = await diff(before, after);
        const [old, fresh] = [plainContent(before), plainContent(after)];
        for (const change of changes) {
          if (!('id' in change)) continue;
          const kind = kindOf(change);
          const isEqual =
            canonicalJson(old[kind][change.id] ?? null) ===
            canonicalJson(fresh[kind][change.id] ?? null);
          expect(isEqual, change.key).toBe(false);
        }
        const keys = changes.map(({ key }) => key);
        expect(keys).toEqual([...new Set(keys)].toSorted());
      }),
    );
  });

  it('lead back when both are exchanged', async () => {
    await fc.assert(
      fc.asyncProperty(pair, async ([before, after]) => {
        const back = (await diff(after, before)).map(
          (change) => `${change.key} ${valuesOf(change)}`,
        );
        const inverse = (await diff(before, after)).map((change) => {
          const opposite = { created: 'deleted', deleted: 'created' };
          const turned = change.key.replace(
            /created$|deleted$/,
            (word) => opposite[word as 'created'],
          );
          return `${turned} ${valuesOf({ ...change, attributes: change.attributes.map(turn) })}`;
        });
        expect(back.toSorted()).toEqual(inverse.toSorted());
      }),
    );
  });

  it('of a page that moves and is edited are two, and a move is of that page alone', async () => {
    const at = { createdAt: '2026-01-01T00:00:00.000Z', updatedAt: '2026-01-01T00:00:00.000Z' };
    const document = (id: string, parent: string | null, position: string, title: string) =>
      ({ id, type: 'document', parent, position, title, slug: id, ...at }) as const;
    const nothing = { reusableContents: [], files: [], variables: {}, redirects: {} };
    const before = [
      document('a', null, 'a0', 'A'),
      document('b', null, 'a1', 'B'),
      document('c', 'a', 'a0', 'C'),
      document('d', null, 'a2', 'D'),
    ];
    const after = before.map((one) => {
      if (one.id === 'a') return { ...one, slug: 'renamed', updatedAt: '2026-02-01T00:00:00.000Z' };
      return one.id === 'd' ? { ...one, position: 'a0V', title: 'D!' } : one;
    });
    const changes = await diff({ ...nothing, pages: before }, { ...nothing, pages: after });
    expect(
      changes.map(({ type, attributes, ...change }) => ({
        type,
        id: 'id' in change && change.id,
        attributes,
      })),
    ).toEqual([
      {
        type: 'page_edited',
        id: 'a',
        attributes: [{ name: 'slug', before: 'a', after: 'renamed' }],
      },
      { type: 'page_edited', id: 'd', attributes: [{ name: 'title', before: 'D', after: 'D!' }] },
      {
        type: 'page_moved',
        id: 'd',
        attributes: [{ name: 'position', before: 'a2', after: 'a0V' }],
      },
    ]);
  });

  it('say nothing of times alone, and of an import only to those who ask', async () => {
    await fc.assert(
      fc.asyncProperty(pair, time, async ([before], updatedAt) => {
        const pages = before.pages.map((one) => ({ ...one, updatedAt }));
        expect(await diff(before, { ...before, pages })).toEqual([]);
        const imported = pages.map((one) => ({ ...one, git: { oid: 'other', path: 'c.md' } }));
        const changes = await diff(before, { ...before, pages: imported });
        expect(changes).toHaveLength(pages.length);
        expect(filterChanges(changes, { metadata: false })).toEqual([]);
      }),
      { numRuns: lawCount(20) },
    );
  });
});

function turn({ name, before, after }: ContentDiffEntry['attributes'][number]) {
  return {
    name,
    ...(after !== undefined && { before: after }),
    ...(before !== undefined && { after: before }),
  };
}

/** The values of a change by name: the order of attributes follows what is there. */
function valuesOf({ attributes }: Pick<ContentDiffEntry, 'attributes'>): string {
  return canonicalJson(Object.fromEntries(attributes.map((one) => [one.name, one])));
}
