import type { TreeChange } from '../../../external/git/build-tree.ts';
import type { FolderSource } from '../../content/docs-folder/docs-folder.ts';
import { docsFolderLimits } from '../../content/docs-folder/limits.ts';
import { readDocsFolder } from '../../content/docs-folder/read-docs-folder.ts';
import { outlineOfFolder, type OutlinePage } from './outline.ts';
import { overlaySource } from './overlay-source.ts';

/** The table of contents that a repository has after changes. */
export type OutlineReader = (changes: readonly TreeChange[]) => Promise<OutlinePage[]>;

/**
 * Reads a repository as often as it is asked with changes, and once as it is: each time costs all
 * its pages.
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
