import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mergeContent } from '../../../src/revisions/merge/merge-content.ts';
import type { FileEntry, ReusableContentEntry } from '../../../src/revisions/store/entry.ts';
import { isSameValue } from '../../../src/lib/same-value.ts';
import { mergeSources } from './merge-sources.ts';
import { pageSourceOf } from './page-source.ts';
import { lawCount } from '../../support/law-count.ts';

/** What has no order: files and reusable contents, by id. Texts stand for their hashes. */
interface Entries {
  files: ReadonlyMap<string, FileEntry>;
  reusableContents: ReadonlyMap<string, ReusableContentEntry>;
}

type Kind = keyof Entries;
type Merged = Record<string, FileEntry | ReusableContentEntry>;

/** One edit; numbers pick the entry and the value. */
interface Edit {
  kind: Kind;
  what: 'insert' | 'delete' | 'name' | 'text';
  entry: number;
  line: number;
  value: number;
}

const edit: fc.Arbitrary<Edit> = fc.record({
  kind: fc.constantFrom<Kind>('files', 'reusableContents'),
  what: fc.constantFrom('insert', 'delete', 'name', 'name', 'text', 'text'),
  entry: fc.nat(9),
  line: fc.nat(4),
  value: fc.nat(3),
});
const edits = fc.array(edit, { maxLength: 8 });

const time = '2026-01-01T00:00:00.000Z';
const newFile: Omit<FileEntry, 'id'> = {
  name: 'new.txt',
  contentType: 'text/plain',
  blob: 'a',
  size: 1,
};
const newContent: Omit<ReusableContentEntry, 'id'> = {
  title: 'New',
  source: 'a\nb\nc\nd\ne\n',
  sourceStart: 0,
  createdAt: time,
  updatedAt: time,
};

function edited(from: Entries, list: readonly Edit[], side: string): Entries {
  const files = new Map(from.files);
  const reusableContents = new Map(from.reusableContents);
  for (const [index, { kind, what, entry, line, value }] of list.entries()) {
    const entries = kind === 'files' ? files : reusableContents;
    const ids = [...entries.keys()].toSorted();
    const id = what === 'insert' ? `${side}${index}` : (ids[entry % Math.max(ids.length, 1)] ?? '');
    if (what === 'delete') entries.delete(id);
    if (what === 'insert') {
      files.set(`${id}f`, { id: `${id}f`, ...newFile });
      reusableContents.set(`${id}r`, { id: `${id}r`, ...newContent });
    }
    const [file, content] = [files.get(id), reusableContents.get(id)];
    if (file && what === 'name') files.set(id, { ...file, name: `${value}.txt` });
    if (file && what === 'text') files.set(id, { ...file, blob: `${side} ${value}`, size: value });
    if (content && what === 'name') reusableContents.set(id, { ...content, title: `${value}` });
    if (content && what === 'text') {
      const lines = content.source.split(/(?<=\n)/);
      lines[line] = `${side} ${value}\n`;
      reusableContents.set(id, { ...content, source: lines.join('') });
    }
  }
  return { files, reusableContents };
}

function differences<Item>(before: ReadonlyMap<string, Item>, after: ReadonlyMap<string, Item>) {
  const ids = [...new Set([...before.keys(), ...after.keys()])];
  return new Map(
    ids
      .map((id) => [id, { before: before.get(id) ?? null, after: after.get(id) ?? null }] as const)
      .filter(([, { before: left, after: right }]) => !isSameValue(left, right)),
  );
}

function applied<Item>(
  entries: ReadonlyMap<string, Item>,
  changes: ReadonlyMap<string, Item | null>,
): Record<string, Item> {
  const all = new Map<string, Item | null>([...entries, ...changes]);
  const kept = [...all].filter((pair): pair is [string, Item] => pair[1] !== null);
  return Object.fromEntries(kept.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

async function merge(base: Entries, ours: Entries, theirs: Entries) {
  const noPages = new Map<string, never>();
  const nothing = { base: {}, ours: {}, theirs: {} };
  const merged = await mergeContent(
    {
      pages: { ours: noPages, theirs: noPages },
      files: {
        ours: differences(base.files, ours.files),
        theirs: differences(base.files, theirs.files),
      },
      reusableContents: {
        ours: differences(base.reusableContents, ours.reusableContents),
        theirs: differences(base.reusableContents, theirs.reusableContents),
      },
      trees: { ours: pageSourceOf(noPages), theirs: pageSourceOf(noPages) },
      variables: nothing,
      redirects: nothing,
      counts: {
        pages: 0,
        files: theirs.files.size,
        reusableContents: theirs.reusableContents.size,
      },
    },
    mergeSources,
  );
  const resultOf = (side: 'ours' | 'theirs', { files, reusableContents }: Entries): Merged => ({
    ...applied(files, merged.files[side]),
    ...applied(reusableContents, merged.reusableContents[side]),
  });
  const fromOurs = resultOf('ours', ours);
  expect(resultOf('theirs', theirs)).toEqual(fromOurs);
  return { merged: fromOurs, conflicts: merged.conflicts };
}

const allOf = ({ files, reusableContents }: Entries): Merged => ({
  ...Object.fromEntries(files),
  ...Object.fromEntries(reusableContents),
});

/** The values of an entry by the names that conflicts have for them. */
function valuesOf(entry: FileEntry | ReusableContentEntry | undefined): Record<string, unknown> {
  if (!entry) return {};
  if ('title' in entry) return { title: entry.title, body: entry.source };
  return { name: entry.name, content: [entry.blob, entry.size] };
}

const seed: Edit[] = [0, 1, 2].map((entry) => ({
  ...{ kind: 'files', what: 'insert' },
  ...{ entry, line: 0, value: 0 },
}));

function sidesOf([first, left, right]: [Edit[], Edit[], Edit[]]) {
  const empty: Entries = { files: new Map(), reusableContents: new Map() };
  const base = edited(empty, [...seed, ...first], 'base');
  return { base, ours: edited(base, left, 'ours'), theirs: edited(base, right, 'theirs') };
}

describe('a merge of files and reusable contents', () => {
  it('takes the changes of one side as they are, and equal changes once, without a conflict', async () => {
    await fc.assert(
      fc.asyncProperty(fc.tuple(edits, edits, edits), async (lists) => {
        const { base, ours } = sidesOf(lists);
        for (const sides of [
          [base, ours, base],
          [base, base, ours],
          [base, ours, ours],
        ] as const) {
          const { merged, conflicts } = await merge(...sides);
          expect(merged).toEqual(allOf(ours));
          expect(conflicts).toEqual([]);
        }
      }),
      { numRuns: lawCount(300) },
    );
  });

  it('has every value that a side changed, unless a conflict of both tells of it', async () => {
    await fc.assert(
      fc.asyncProperty(fc.tuple(edits, edits, edits), async (lists) => {
        const { base, ours, theirs } = sidesOf(lists);
        const { merged, conflicts } = await merge(base, ours, theirs);
        const told = new Set(conflicts.map(({ id, attribute }) => `${id} ${attribute}`));
        const [from, left, right] = [allOf(base), allOf(ours), allOf(theirs)];
        for (const [side, other] of [
          [left, right],
          [right, left],
        ] as const) {
          for (const id of Object.keys({ ...from, ...side })) {
            if (isSameValue(from[id], side[id])) continue;
            const wasChanged = !isSameValue(from[id], other[id]);
            if (told.has(`${id} existence`)) {
              expect(wasChanged && !(id in left && id in right)).toBe(true);
              continue;
            }
            expect(id in merged).toBe(id in side);
            const [before, wanted, found] = [from[id], side[id], merged[id]].map(valuesOf);
            for (const [name, value] of Object.entries(wanted ?? {})) {
              if (isSameValue(before?.[name], value)) continue;
              const isMerged = name === 'body' && wasChanged;
              if (told.has(`${id} ${name}`)) expect(wasChanged).toBe(true);
              else if (!isMerged) expect(found?.[name]).toEqual(value);
            }
          }
        }
      }),
      { numRuns: lawCount(500) },
    );
  });
});
