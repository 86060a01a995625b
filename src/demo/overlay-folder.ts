import type { FolderSource } from '../document/docs-folder/docs-folder.ts';

/** Lays one folder over another: of files with the same path, the upper one is used. */
export function overlayFolder(lower: FolderSource, upper: FolderSource): FolderSource {
  return {
    async list() {
      const above = await upper.list();
      const covered = new Set(above.map((entry) => entry.path));
      const below = await lower.list();
      return [...below.filter((entry) => !covered.has(entry.path)), ...above];
    },
    async read(path) {
      const above = await upper.list();
      return above.some((entry) => entry.path === path) ? upper.read(path) : lower.read(path);
    },
  };
}
