import { canonicalJson } from '../../../lib/canonical-json.ts';
import { newId } from '../../../lib/id.ts';
import type { FileEntry } from '../store/entry.ts';
import type { Changes } from '../store/trie.ts';
import type { IncomingFile } from './incoming-content.ts';

/**
 * What makes the files of a revision those of a folder. A file keeps its id when it is edited (same
 * path) or moved (same bytes).
 */
export function fileChanges(
  current: readonly FileEntry[],
  incoming: readonly IncomingFile[],
): { changes: Changes<FileEntry>; idsByPath: ReadonlyMap<string, string> } {
  const matches = matchFiles(current, incoming);
  const changes = new Map<string, FileEntry | null>(current.map(({ id }) => [id, null]));
  const idsByPath = new Map<string, string>();
  for (const file of incoming) {
    const known = matches.get(file);
    const entry = entryOf(known?.id ?? newId('File'), file);
    idsByPath.set(file.file.path, entry.id);
    if (known && canonicalJson(known) === canonicalJson(entry)) changes.delete(entry.id);
    else changes.set(entry.id, entry);
  }
  return { changes, idsByPath };
}

function matchFiles(
  current: readonly FileEntry[],
  incoming: readonly IncomingFile[],
): Map<IncomingFile, FileEntry> {
  const byPath = new Map(current.map((entry) => [entry.path, entry]));
  const matches = new Map<IncomingFile, FileEntry>();
  for (const file of incoming) {
    const known = byPath.get(file.file.path);
    if (known) matches.set(file, known);
  }
  const taken = new Set(matches.values());
  const byBlob = new Map<string, FileEntry[]>();
  for (const entry of current) {
    if (taken.has(entry)) continue;
    byBlob.set(entry.blob, [...(byBlob.get(entry.blob) ?? []), entry]);
  }
  for (const file of incoming) {
    const moved = matches.has(file) ? undefined : byBlob.get(file.blob)?.shift();
    if (moved) matches.set(file, moved);
  }
  return matches;
}

function entryOf(id: string, { file, blob, oid }: IncomingFile): FileEntry {
  const { path, name, contentType, size, dimensions } = file;
  return {
    id,
    name,
    contentType,
    blob,
    size,
    ...(dimensions && { dimensions }),
    path,
    git: { oid, path },
  };
}
