import type { DocsRedirect } from '../../../document/docs-folder/docs-folder.ts';
import type { PageEntry, Redirects } from '../../../revisions/store/entry.ts';
import type { PageTree } from '../../../revisions/store/page-tree.ts';
import type { Changes } from '../../../revisions/store/trie.ts';

/**
 * Converts the redirects of a folder to stored ones, which refer to a page by id and so survive its
 * moves.
 *
 * @param tree the pages before the import
 * @param changes the changes of the import
 */
export function redirectsOf(
  redirects: readonly DocsRedirect[],
  tree: PageTree,
  changes: Changes<PageEntry>,
): Redirects {
  const kept = [...tree.walk()].map(({ page }) => page).filter(({ id }) => !changes.has(id));
  const written = [...changes.values()].filter((entry) => entry !== null);
  const idsByFile = new Map([...kept, ...written].map(({ id, git }) => [git?.path, id]));
  return Object.fromEntries(
    redirects.flatMap(({ source, path }) => {
      const id = idsByFile.get(path);
      return id === undefined ? [] : [[source, id]];
    }),
  );
}
