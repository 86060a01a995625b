import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Conflict } from '../../../src/revisions/merge/conflict.ts';
import { mergeContent } from '../../../src/revisions/merge/merge-content.ts';
import { canonicalJson } from '../../../src/lib/canonical-json.ts';
import type { PageEntry } from '../../../src/revisions/store/entry.ts';
import { PageTree } from '../../../src/revisions/store/page-tree.ts';
import type { Differences } from '../../../src/revisions/store/trie-differences.ts';
import { positionBetween } from '../../../src/lib/position.ts';
import { mergeSources } from './merge-sources.ts';
import { pageSourceOf } from './page-source.ts';
import { lawCount } from '../../support/law-count.ts';

type Pages = ReadonlyMap<string, PageEntry>;

/** One edit of random pages; numbers pick the page, the parent and the place among its pages. */
type Edit =
  | { kind: 'insert'; parent: number; place: number; slug: number }
  | { kind: 'move'; page: number; parent: number; place: number }
  | { kind: 'delete'; page: number }
  | { kind: 'set'; page: number; name: 'title' | 'description' | 'slug'; value: number }
  | { kind: 'variable'; page: number; name: number; value: number }
  | { kind: 'write'; page: number; line: number; value: number };

const small = fc.nat(9);
const edit: fc.Arbitrary<Edit> = fc.oneof(
  fc.record({ kind: fc.constant('insert' as const), parent: small, place: small, slug: fc.nat(3) }),
  fc.record({ kind: fc.constant('move' as const), page: small, parent: small, place: small }),
  fc.record({ kind: fc.constant('delete' as const), page: small }),
  fc.record({
    kind: fc.constant('set' as const),
    page: small,
    name: fc.constantFrom('title' as const, 'description' as const, 'slug' as const),
    value: fc.nat(3),
  }),
  fc.record({ kind: fc.constant('variable' as const), page: small, name: fc.nat(2), value: small }),
  fc.record({ kind: fc.constant('write' as const), page: small, line: fc.nat(4), value: small }),
);
const edits = fc.array(edit, { maxLength: 8 });

/** The texts of pages by what stands for their hashes: the texts themselves. */
const textOf = (source: string | undefined) => source ?? '';

/** Pages after edits; ids of new ones name the side, so that both sides make different ones. */
function edited(from: Pages, list: readonly Edit[], side: string): Pages {
  const pages = new Map(from);
  for (const [index, one] of list.entries()) {
    const ids = [...pages.keys()].toSorted();
    const pick = (number: number) => ids[number % Math.max(ids.length, 1)];
    if (one.kind === 'insert') {
      const id = `${side}${index}`;
      const [parent, slug] = [pick(one.parent) ?? null, `slug-${one.slug}`];
      const page = { id, title: id, slug, source: 'a\nb\nc\nd\ne\n', sourceStart: 0 };
      putAt(pages, { ...newPage, ...page }, one.place % 3 === 0 ? null : parent, one.place);
      continue;
    }
    const page = pages.get(pick(one.page) ?? '');
    if (!page) continue;
    switch (one.kind) {
      case 'move': {
        const parent = one.parent % 3 === 0 ? null : (pick(one.parent) ?? null);
        if (!isBelow(pages, parent, page.id)) putAt(pages, page, parent, one.place);
        break;
      }
      case 'delete':
        ids.filter((id) => isBelow(pages, id, page.id)).forEach((id) => pages.delete(id));
        break;
      case 'set':
        set(pages, { ...page, [one.name]: `${one.name}-${one.value}` });
        break;
      case 'variable':
        set(pages, { ...page, variables: { ...page.variables, [`v${one.name}`]: one.value } });
        break;
      case 'write': {
        const lines = textOf(page.source).split(/(?<=\n)/);
        lines[one.line] = `${side} ${one.value}\n`;
        set(pages, { ...page, source: lines.join('') });
      }
    }
  }
  return pages;
}

const newPage: PageEntry = {
  id: '',
  type: 'document',
  parent: null,
  position: '',
  title: '',
  slug: '',
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
};

function isBelow(pages: Pages, id: string | null, above: string): boolean {
  let at = id;
  while (at !== null && at !== above) at = pages.get(at)?.parent ?? null;
  return at === above;
}

function putAt(pages: Map<string, PageEntry>, page: PageEntry, parent: string | null, at: number) {
  const siblings = new PageTree([...pages.values()])
    .children(parent)
    .filter(({ id }) => id !== page.id);
  const index = at % (siblings.length + 1);
  const [before = null, after = null] = [siblings[index - 1]?.position, siblings[index]?.position];
  set(pages, { ...page, parent, position: positionBetween(before, after) });
}

/** Puts a page in, with a slug that no sibling has. */
function set(pages: Map<string, PageEntry>, page: PageEntry): void {
  const taken = new Set(
    [...pages.values()]
      .filter(({ id, parent }) => id !== page.id && parent === page.parent)
      .map(({ slug }) => slug),
  );
  let { slug } = page;
  while (taken.has(slug)) slug += 'x';
  pages.set(page.id, { ...page, slug });
}

function differences(before: Pages, after: Pages): Differences<PageEntry> {
  const ids = new Set([...before.keys(), ...after.keys()]);
  return new Map(
    [...ids]
      .map((id) => [id, { before: before.get(id) ?? null, after: after.get(id) ?? null }] as const)
      .filter(([, { before: left, after: right }]) => canonicalJson(left) !== canonicalJson(right)),
  );
}

async function merge(base: Pages, ours: Pages, theirs: Pages) {
  const none = new Map<string, never>();
  const nothing = { base: {}, ours: {}, theirs: {} };
  const { pages, conflicts } = await mergeContent(
    {
      pages: { ours: differences(base, ours), theirs: differences(base, theirs) },
      files: { ours: none, theirs: none },
      reusableContents: { ours: none, theirs: none },
      trees: { ours: pageSourceOf(ours), theirs: pageSourceOf(theirs) },
      variables: nothing,
      redirects: nothing,
      counts: { pages: theirs.size, files: 0, reusableContents: 0 },
    },
    mergeSources,
  );
  const [merged, fromTheirs] = [applied(ours, pages.ours), applied(theirs, pages.theirs)];
  expect(sorted(fromTheirs)).toEqual(sorted(merged));
  return { merged, conflicts };
}

function applied(pages: Pages, changes: ReadonlyMap<string, PageEntry | null>): Pages {
  const result = new Map(pages);
  for (const [id, page] of changes) {
    if (page) result.set(id, page);
    else result.delete(id);
  }
  return result;
}

const sorted = (pages: Pages) =>
  Object.fromEntries([...pages].toSorted(([a], [b]) => (a < b ? -1 : 1)));

/** The values of a page by the names that conflicts have for them. */
function valuesOf(page: PageEntry): Record<string, unknown> {
  const { title, slug, description, parent, position, source, variables } = page;
  const members = Object.entries(variables ?? {}).map(([name, value]) => [
    `variables.${name}`,
    value,
  ]);
  return {
    title,
    slug,
    description: description ?? null,
    place: { parent, position },
    body: source,
    ...(Object.fromEntries(members) as Record<string, unknown>),
  };
}

const histories = fc.tuple(edits, edits, edits);

function sidesOf([first, left, right]: [Edit[], Edit[], Edit[]]) {
  const base = edited(new Map(), [...seed, ...first], 'base');
  return { base, ours: edited(base, left, 'ours'), theirs: edited(base, right, 'theirs') };
}

/** A few pages to begin with. */
const seed: Edit[] = [0, 1, 2, 4, 5].map((place) => ({
  kind: 'insert',
  parent: place,
  place,
  slug: place % 4,
}));

describe('a merge of contents', () => {
  it('takes the changes of one side as they are, and equal changes once, without a conflict', async () => {
    await fc.assert(
      fc.asyncProperty(histories, async (lists) => {
        const { base, ours } = sidesOf(lists);
        for (const sides of [
          [base, ours, base],
          [base, base, ours],
          [base, ours, ours],
        ] as const) {
          const { merged, conflicts } = await merge(...sides);
          expect(sorted(merged)).toEqual(sorted(ours));
          expect(conflicts).toEqual([]);
        }
      }),
      { numRuns: lawCount(500) },
    );
  });

  it('takes over times that one side took back, as a rollback does', async () => {
    const page = { ...newPage, id: 'a', slug: 'a', position: 'a0' };
    const late = { ...page, updatedAt: '2026-01-03T00:00:00.000Z' };
    const pages = (one: PageEntry) => new Map([[one.id, one]]);
    const { merged } = await merge(
      pages(late),
      pages({ ...late, title: 'New' }),
      pages({ ...page, description: 'Old.' }),
    );
    expect(merged.get('a')?.updatedAt).toBe(page.updatedAt);
  });

  it('is a tree where one side reordered a page below which the other moved its parent', async () => {
    const entry = (id: string, parent: string | null, position: string) =>
      [id, { ...newPage, id, slug: id, parent, position }] as const;
    const sibling = entry('sibling', 'above', 'a1');
    const { merged, conflicts } = await merge(
      new Map([entry('above', null, 'a0'), entry('below', 'above', 'a0'), sibling]),
      new Map([entry('above', null, 'a0'), entry('below', 'above', 'a2'), sibling]),
      new Map([entry('above', 'below', 'a0'), entry('below', null, 'a0'), sibling]),
    );
    expect(Object.fromEntries([...merged].map(([id, { parent }]) => [id, parent]))).toEqual({
      ...{ above: 'below', below: null, sibling: 'above' },
    });
    expect(conflicts).toMatchObject([{ id: 'below', attribute: 'place', stands: 'theirs' }]);
  });

  it('is a tree, in which siblings have positions and paths of their own', async () => {
    await fc.assert(
      fc.asyncProperty(histories, async (lists) => {
        const { base, ours, theirs } = sidesOf(lists);
        const { merged } = await merge(base, ours, theirs);
        const tree = new PageTree([...merged.values()]);
        const walked = [...tree.walk()].map(({ page }) => page);
        expect(walked.map(({ id }) => id).toSorted()).toEqual([...merged.keys()].toSorted());
        for (const key of ['position', 'slug'] as const) {
          const taken = walked.map((page) => `${page.parent} ${page[key]}`);
          expect(new Set(taken).size).toBe(taken.length);
        }
      }),
      { numRuns: lawCount(1000) },
    );
  });

  it('has every value that a side changed, unless a conflict tells of it', async () => {
    await fc.assert(
      fc.asyncProperty(histories, async (lists) => {
        const { base, ours, theirs } = sidesOf(lists);
        const { merged, conflicts } = await merge(base, ours, theirs);
        expectNothingLost(base, ours, { merged, conflicts });
        expectNothingLost(base, theirs, { merged, conflicts });
      }),
      { numRuns: lawCount(1000) },
    );
  });

  it('is a conflict only where both sides changed the same value, or one deleted the page', async () => {
    await fc.assert(
      fc.asyncProperty(histories, async (lists) => {
        const { base, ours, theirs } = sidesOf(lists);
        for (const { id, attribute } of (await merge(base, ours, theirs)).conflicts) {
          if (attribute === 'existence') {
            expect(base.has(id) && !(ours.has(id) && theirs.has(id))).toBe(true);
            continue;
          }
          const [from, left, right] = [base, ours, theirs].map((side) => {
            const page = side.get(id);
            return page && JSON.stringify(valuesOf(page)[attribute]);
          });
          // A move of one side can close a circle with the move of another page.
          if (attribute !== 'place') expect(left).not.toBe(right);
          expect(left).not.toBe(from);
          if (attribute !== 'place') expect(right).not.toBe(from);
        }
      }),
      { numRuns: lawCount(1000) },
    );
  });
});

/** Checks that what a side changed is in the merged content, or in a conflict. */
function expectNothingLost(
  base: Pages,
  side: Pages,
  { merged, conflicts }: { merged: Pages; conflicts: readonly Conflict[] },
): void {
  const told = new Set(conflicts.map(({ id, attribute }) => `${id} ${attribute}`));
  for (const [id, { before, after }] of differences(base, side)) {
    const page = merged.get(id);
    if (told.has(`${id} existence`)) continue;
    if (!after) {
      expect(page, `${id} was deleted`).toBeUndefined();
      continue;
    }
    if (!page) throw new Error(`${id} was changed, but is gone.`);
    const [from, wanted, found] = [before ? valuesOf(before) : {}, valuesOf(after), valuesOf(page)];
    for (const name of Object.keys(wanted)) {
      if (JSON.stringify(from[name]) === JSON.stringify(wanted[name])) continue;
      if (told.has(`${id} ${name}`)) continue;
      // Siblings that came together keep their order, but not their positions and slugs.
      if (name === 'place') expect(page.parent).toBe(after.parent);
      else if (name === 'slug') expect(page.slug.startsWith(after.slug)).toBe(true);
      else if (name !== 'body') expect(found[name]).toEqual(wanted[name]);
    }
  }
}
