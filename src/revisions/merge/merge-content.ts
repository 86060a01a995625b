import type { Entry } from '../store/chunk.ts';
import type {
  Body,
  FileEntry,
  PageEntry,
  Redirects,
  ReusableContentEntry,
  Variables,
} from '../store/entry.ts';
import type { ContentChanges } from '../store/write-revision.ts';
import { conflict as conflictError } from '../../errors.ts';
import type { Conflict } from './conflict.ts';
import { limitBreaches, type LimitBreach } from './limit-breach.ts';
import { mergeFile } from './merge-file.ts';
import {
  contestedBodies,
  type MergedBodies,
  type MergedBody,
  type MergedEntry,
} from './merge-entry.ts';
import { mergePages } from './merge-pages.ts';
import { mergeReusableContent } from './merge-reusable-content.ts';
import { isSameValue } from '../../lib/same-value.ts';
import { mapSides, memberOf, mergeRecords, type Sides } from './merge-value.ts';
import {
  changedOnAny,
  sidesOf,
  type SideChanges,
  type SideDifferences,
  type SideTrees,
} from './sides-of.ts';

/** Two contents with a common base, to be merged. */
export interface ContentSides {
  pages: SideDifferences<PageEntry>;
  files: SideDifferences<FileEntry>;
  reusableContents: SideDifferences<ReusableContentEntry>;
  trees: SideTrees;
  /** Numbers of entries of theirs. */
  counts: { pages: number; files: number; reusableContents: number };
  variables: Sides<Variables>;
  redirects: Sides<Redirects>;
}

export interface MergedContent {
  pages: SideChanges<PageEntry>;
  files: SideChanges<FileEntry>;
  reusableContents: SideChanges<ReusableContentEntry>;
  variables: Variables;
  redirects: Redirects;
  conflicts: Conflict[];
  /** Limits that the merged content exceeds, so that it cannot be written. */
  breaches: LimitBreach[];
}

/** Merges texts that both sides changed, in the order of the list. */
export type MergeBodies = (list: readonly Sides<Body>[]) => Promise<readonly MergedBody[]>;

/**
 * Returns the changes from one side to the merged content, from which a revision is written.
 *
 * @throws CONFLICT when the merged content exceeds a limit
 */
export function changesOf(
  { pages, files, reusableContents, variables, redirects, breaches: [breach] }: MergedContent,
  side: 'ours' | 'theirs',
): ContentChanges {
  if (breach) throw conflictError(breach.message);
  return {
    pages: pages[side],
    files: files[side],
    reusableContents: reusableContents[side],
    variables,
    redirects,
  };
}

/**
 * Merges two contents with a common base. The result has the changes of both sides. If both changed
 * one value differently, there is a conflict, and ours wins. Neither side's edits are deleted by
 * the other. No page is in a cycle or lacks its parent, and the positions and slugs of siblings are
 * unique.
 */
export async function mergeContent(
  sides: ContentSides,
  mergeBodies: MergeBodies,
): Promise<MergedContent> {
  const bodies = await mergeContested(sides, mergeBodies);
  const pages = await mergePages({
    ...{ differences: sides.pages, trees: sides.trees },
    ...{ count: sides.counts.pages, bodies },
  });
  const files = mergeEntries(sides.files, mergeFile);
  const reusableContents = mergeEntries(sides.reusableContents, (each) =>
    mergeReusableContent(each, bodies),
  );
  const variables = mergeRecords(sides.variables);
  const redirects = mergeRecords(sides.redirects);
  return {
    pages: pages.changes,
    files: files.changes,
    reusableContents: reusableContents.changes,
    variables: variables.record,
    redirects: redirects.record,
    breaches: limitBreaches(
      {
        pages: pages.count,
        files: sides.counts.files + files.growth,
        reusableContents: sides.counts.reusableContents + reusableContents.growth,
        variables: Object.keys(variables.record).length,
        redirects: Object.keys(redirects.record).length,
      },
      pages.tooDeep,
    ),
    conflicts: [
      ...pages.conflicts,
      ...files.conflicts,
      ...reusableContents.conflicts,
      ...variables.conflicts.map((name): Conflict => ({
        subject: 'variable',
        id: name,
        attribute: 'value',
        ...mapSides(sides.variables, (side) => memberOf(side, name) ?? null),
        stands: 'ours',
      })),
    ],
  };
}

/** Merges all texts that both sides changed. */
async function mergeContested(
  { pages, reusableContents }: ContentSides,
  mergeBodies: MergeBodies,
): Promise<MergedBodies> {
  const contested = [...contestedIn(pages), ...contestedIn(reusableContents)];
  const merged = await mergeBodies(contested.map(({ bodies }) => bodies));
  return new Map(
    contested.map(({ id }, index) => {
      const body = merged[index];
      if (!body) throw new Error(`The text of ${id} was not merged.`);
      return [id, body];
    }),
  );
}

function contestedIn<Item extends Entry & Body>(differences: SideDifferences<Item>) {
  return changedOnAny(differences).flatMap((id) => {
    const bodies = contestedBodies(sidesOf(id, differences));
    return bodies ? [{ id, bodies }] : [];
  });
}

/** Merges unordered entries individually. */
function mergeEntries<Item extends Entry>(
  differences: SideDifferences<Item>,
  merge: (sides: Sides<Item | null>) => MergedEntry<Item>,
): { changes: SideChanges<Item>; conflicts: Conflict[]; growth: number } {
  const changes = {
    ours: new Map<string, Item | null>(),
    theirs: new Map<string, Item | null>(),
  };
  const conflicts: Conflict[] = [];
  /** Number of merged entries minus that of theirs. */
  let growth = 0;
  for (const id of changedOnAny(differences)) {
    const sides = sidesOf(id, differences);
    const { entry, conflicts: found } = merge(sides);
    conflicts.push(...found);
    growth += Number(entry !== null) - Number(sides.theirs !== null);
    if (!isSameValue(entry, sides.ours)) changes.ours.set(id, entry);
    if (!isSameValue(entry, sides.theirs)) changes.theirs.set(id, entry);
  }
  return { changes, conflicts, growth };
}
