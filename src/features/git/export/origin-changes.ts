import type { Database } from '../../../database/database.ts';
import type { Revision } from '../../../database/generated/prisma/client.ts';
import type { Entry } from '../../content/store/chunk.ts';
import type { GitOrigin } from '../../content/store/entry.ts';
import type { ContentChanges } from '../../content/store/write-revision.ts';
import { loadContent, type ContentFile } from './content-files.ts';

/** The changes that note in content in which files it is now, and as what. */
export async function originChanges(
  db: Database,
  revision: Revision,
  files: readonly ContentFile[],
): Promise<ContentChanges> {
  const { tree, files: fileEntries, reusableContents } = await loadContent(db, revision);
  const origins = new Map(files.map(({ id, path, oid }) => [id, { path, oid }]));
  const pages = [...tree.walk()].map(({ page }) => page);
  const moved = <Item extends Entry & { git?: GitOrigin }>(entries: readonly Item[]) =>
    entries.flatMap((entry): Item[] => {
      const git = origins.get(entry.id);
      const isSame = git?.path === entry.git?.path && git?.oid === entry.git?.oid;
      return git && !isSame ? [{ ...entry, git }] : [];
    });
  const byId = <Item extends Entry>(entries: readonly Item[]) =>
    new Map(entries.map((entry) => [entry.id, entry]));
  return {
    pages: byId(moved(pages)),
    files: byId(
      moved(fileEntries).map((file) => ({
        ...file,
        path: origins.get(file.id)?.path ?? file.name,
      })),
    ),
    reusableContents: byId(moved(reusableContents)),
  };
}
