import { posix } from 'node:path';
import { isSafeName } from '../../../external/git/git-names.ts';
import { isReadme } from '../../../document/docs-folder/page-files.ts';
import type { PageEntry } from '../../../revisions/store/entry.ts';
import { isWithoutFile } from '../../../revisions/store/page-form.ts';
import type { PageTree } from '../../../revisions/store/page-tree.ts';
import { plainName, type FreePaths } from './free-paths.ts';

/**
 * Returns the file of each page that has one, by page id. An existing file keeps its path, since
 * the table of contents defines the page's position. A new page gets a file named after its slug,
 * in the folder of its parent.
 *
 * @param root root folder of the documentation in the repository
 * @param names paths of other files
 */
export function pagePathsOf(tree: PageTree, root: string, names: FreePaths): Map<string, string> {
  const paths = new Map<string, string>();
  const pages = [...tree.walk()].map(({ page }) => page).filter((page) => hasFile(tree, page));
  for (const { id, git } of pages) {
    const path = git?.path;
    if (path !== undefined && isBelow(root, path) && names.keep(path)) paths.set(id, path);
  }
  for (const page of pages) {
    if (paths.has(page.id)) continue;
    const folder = folderOf(tree, page.parent, paths, root);
    paths.set(page.id, names.take(folder, `${page.slug}.md`));
  }
  return paths;
}

/**
 * Checks whether a page has a file. All documents have one, except pure headings above other pages.
 */
function hasFile(tree: PageTree, page: PageEntry): boolean {
  if (page.type !== 'document' || page.computed) return false;
  return page.source !== undefined || page.parent === null || !isHeading(tree, page);
}

function isHeading(tree: PageTree, page: PageEntry): boolean {
  const { description, icon, emoji, hidden, noIndex, noRobotsIndex, condition } = page;
  const said = [description, icon, emoji, hidden, noIndex, noRobotsIndex, condition];
  const isPlain = [...said, page.layout, page.cover, page.variables].every(
    (value) => value === undefined,
  );
  return isPlain && tree.children(page.id).some((below) => !isWithoutFile(below));
}

function isBelow(root: string, path: string): boolean {
  return root === '' || path.startsWith(`${root}/`);
}

function folderOf(
  tree: PageTree,
  parentId: string | null,
  paths: ReadonlyMap<string, string>,
  root: string,
): string {
  const parent = parentId === null ? undefined : tree.page(parentId);
  if (!parent) return root;
  const path = paths.get(parent.id);
  if (path === undefined) {
    return posix.join(folderOf(tree, parent.parent, paths, root), plainName(parent.slug));
  }
  const folder = posix.dirname(path);
  if (isReadme(path)) return folder === '.' ? '' : folder;
  const name = posix.basename(path, posix.extname(path));
  return posix.join(folder, isSafeName(name) ? name : plainName(name));
}
