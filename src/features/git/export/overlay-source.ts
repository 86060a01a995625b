import type { FolderSource } from '../../../document/docs-folder/docs-folder.ts';
import type { TreeChange } from '../../../external/git/build-tree.ts';

/** Returns a folder with changes applied, so that it can be read before it is written. */
export function overlaySource(
  source: FolderSource | null,
  changes: readonly TreeChange[],
): FolderSource {
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
