import type { Checkout } from '../../external/git/git-client.ts';
import { openDiskFolder } from '../../document/docs-folder/disk-folder.ts';
import type { FolderSource } from '../../document/docs-folder/docs-folder.ts';

/**
 * Opens a checkout as a folder. Files that were not checked out are listed as refused, with
 * reasons.
 */
export async function openCheckout({
  folder,
  files,
}: Pick<Checkout, 'folder' | 'files'>): Promise<FolderSource> {
  const disk = await openDiskFolder(folder);
  const refused = files.flatMap(({ path, leftOut }) =>
    leftOut === undefined ? [] : { path, size: 0, refused: leftOut },
  );
  return {
    read: (path) => disk.read(path),
    list: async () => [...(await disk.list()), ...refused],
  };
}
