import type { FileEntry } from '../store/entry.ts';
import type { Conflict } from './conflict.ts';
import { isSameValue, mapSides, mergeValue, type Sides } from './merge-value.ts';

/** What the bytes of a file are: they change together. */
type FileContent = Pick<FileEntry, 'blob' | 'size' | 'contentType' | 'dimensions'>;

export interface MergedFile {
  /** Null when it is deleted. */
  file: FileEntry | null;
  conflicts: Conflict[];
}

/**
 * Merges the name and the bytes of a file. Where both sides changed one differently, it has that of
 * ours; a file that one side deleted and the other changed stays.
 */
export function mergeFile(sides: Sides<FileEntry | null>): MergedFile {
  const { base, ours, theirs } = sides;
  const conflicts: Conflict[] = [];
  const report = (attribute: string, values: Sides<unknown>, stands: Conflict['stands']) =>
    conflicts.push({
      subject: 'file',
      id: (ours ?? theirs)?.id ?? '',
      attribute,
      ...values,
      stands,
    });
  if (!ours || !theirs) {
    const kept = ours ?? theirs;
    if (!kept || !base) return { file: kept, conflicts };
    if (isSameValue(kept, base)) return { file: null, conflicts };
    report('existence', sides, ours ? 'ours' : 'theirs');
    return { file: kept, conflicts };
  }
  const names = mapSides(sides, (side) => side?.name ?? null);
  const contents = mapSides(sides, (side) => side && contentOf(side));
  const [name, content] = [mergeValue(names), mergeValue(contents)];
  if (!name.clean) report('name', names, 'ours');
  if (!content.clean) report('content', contents, 'ours');
  const [path, git] = [
    mergeValue(mapSides(sides, (side) => side?.path)).value,
    mergeValue(mapSides(sides, (side) => side?.git)).value,
  ];
  const file: FileEntry = {
    id: ours.id,
    name: name.value ?? ours.name,
    ...(content.value ?? contentOf(ours)),
    ...(path !== undefined && { path }),
    ...(git && { git }),
  };
  return { file, conflicts };
}

function contentOf({ blob, size, contentType, dimensions }: FileEntry): FileContent {
  return { blob, size, contentType, ...(dimensions && { dimensions }) };
}
