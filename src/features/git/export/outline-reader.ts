import type { TreeChange } from '../../../external/git/build-tree.ts';
import type { FolderSource } from '../../../document/docs-folder/docs-folder.ts';
import { docsFolderLimits } from '../../../document/docs-folder/docs-folder-limits.ts';
import { readDocsFolder } from '../../../document/docs-folder/read-docs-folder.ts';
import { outlineOfFolder, type OutlinePage } from './page-outline.ts';

/** Reads the table of contents that a repository has after changes. */
export type OutlineReader = (changes: readonly TreeChange[]) => Promise<OutlinePage[]>;

/**
 * Creates a reader of a repository's table of contents. The unchanged repository is read only once,
 * since each read parses all pages.
 *
 * @param source null for an empty repository
 */
export function outlineReader(source: FolderSource | null, directory: string): OutlineReader {
  let unchanged: Promise<OutlinePage[]> | undefined;
  const read: OutlineReader = async (changes) => {
    const folder = overlaySource(source, changes);
    return outlineOfFolder((await readDocsFolder(folder, docsFolderLimits, directory)).pages);
  };
  return (changes) => (changes.length > 0 ? read(changes) : (unchanged ??= read([])));
}

/** Returns a folder with changes applied, so that it can be read before it is written. */
function overlaySource(source: FolderSource | null, changes: readonly TreeChange[]): FolderSource {
  const changed = new Map(changes.map(({ path, bytes }) => [path, bytes]));
  return {
    async list() {
      const known = (await source?.list()) ?? [];
      const kept = known.filter(({ path }) => !changed.has(path));
      const written = changes.flatMap(({ path, bytes }) =>
        bytes ? { path, size: bytes.byteLength } : [],
      );
      return [...kept, ...written];
    },
    async read(path) {
      const bytes = changed.get(path);
      if (bytes === undefined && source) return source.read(path);
      if (!bytes) throw new Error('It is not there.');
      return Buffer.from(bytes);
    },
  };
}
