import { newId } from '../../../lib/id.ts';
import type { FileEntry } from '../../../revisions/store/entry.ts';
import type { Changes } from '../../../revisions/store/trie.ts';
import { entryChanges } from './entry-changes.ts';
import type { IncomingFile } from './incoming-content.ts';
import { Pairing } from './pairing.ts';

/**
 * Returns the changes from the files of a revision to those of a folder. A file keeps its id when
 * it is edited (same path) or moved (same bytes).
 */
export function fileChanges(
  current: readonly FileEntry[],
  incoming: readonly IncomingFile[],
): { changes: Changes<FileEntry>; idsByPath: ReadonlyMap<string, string> } {
  const pairing = new Pairing(current, incoming);
  pairing.by(
    ({ path }) => path,
    ({ file }) => file.path,
  );
  pairing.by(
    ({ blob }) => blob,
    ({ blob }) => blob,
  );
  const idsByPath = new Map<string, string>();
  const changes = entryChanges(pairing, incoming, (one, known) => {
    const id = known?.id ?? newId('File');
    idsByPath.set(one.file.path, id);
    return entryOf(id, one, known);
  });
  return { changes, idsByPath };
}

/** A file at the same path keeps its edited name, and with equal bytes also its media type. */
function entryOf(
  id: string,
  { file, blob, oid }: IncomingFile,
  known: FileEntry | undefined,
): FileEntry {
  const { path, size, dimensions } = file;
  const inPlace = known?.path === path ? known : undefined;
  const { name } = inPlace ?? file;
  const { contentType } = inPlace?.blob === blob ? inPlace : file;
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
