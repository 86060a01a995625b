import type { FileEntry } from '../store/entry.ts';
import {
  conflictsOf,
  mergeExistence,
  mergeWhole,
  withoutUndefined,
  type MergedEntry,
} from './merge-entry.ts';
import { mapSides, mergeValue, type Sides } from './merge-value.ts';

/** The bytes of a file and their properties, which change together. */
type FileContent = Pick<FileEntry, 'blob' | 'size' | 'contentType' | 'dimensions'>;

/**
 * Merges the name and the bytes of a file. In a conflict, ours wins. A file that one side deleted
 * and the other changed is kept.
 */
export function mergeFile(sides: Sides<FileEntry | null>): MergedEntry<FileEntry> {
  const { base, ours, theirs } = sides;
  if (!ours || !theirs) return mergeExistence('file', sides);
  const { conflicts, report } = conflictsOf('file', ours.id);
  const both: Sides<Partial<FileEntry>> = { base: base ?? {}, ours, theirs };
  const contents = mapSides(sides, (side) => side && contentOf(side));
  const content = mergeValue(contents);
  const entry = {
    id: ours.id,
    ...mergeWhole(both, ['name'], report),
    ...content.value,
    path: mergeValue(mapSides(both, ({ path }) => path)).value,
    git: mergeValue(mapSides(both, ({ git }) => git)).value,
  };
  if (!content.clean) report('content', contents);
  return { entry: withoutUndefined(entry) as FileEntry, conflicts };
}

function contentOf({ blob, size, contentType, dimensions }: FileEntry): FileContent {
  return { blob, size, contentType, ...(dimensions && { dimensions }) };
}
