import { posix } from 'node:path';
import { isReadme } from '../../content/docs-folder/page-files.ts';
import type { PageEntry } from '../../content/store/entry.ts';
import type { PageTree } from '../../content/store/page-tree.ts';

/**
 * The file of each page that has a text, by the id of the page. Where a page has a file, it stays:
 * the table of contents says where the page is. A new page goes into the folder of the page above
 * it, with its slug as its name.
 *
 * @param root where the documentation begins in the repository
 * @param taken paths of other files
 */
export function pagePathsOf(
  tree: PageTree,
  root: string,
  taken: ReadonlySet<string>,
): Map<string, string> {
  const paths = new Map<string, string>();
  const used = new Set(taken);
  for (const { page } of tree.walk()) {
    const path = page.git?.path;
    if (!hasFile(page) || path === undefined || !isBelow(root, path) || used.has(path)) continue;
    paths.set(page.id, path);
    used.add(path);
  }
  for (const { page } of tree.walk()) {
    if (!hasFile(page) || paths.has(page.id)) continue;
    const path = freePath(folderOf(tree, page.parent, paths, root), page, used);
    paths.set(page.id, path);
    used.add(path);
  }
  return paths;
}

function hasFile(page: PageEntry): boolean {
  return page.type === 'document' && page.source !== undefined;
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
  if (path === undefined)
    return posix.join(folderOf(tree, parent.parent, paths, root), parent.slug);
  const folder = posix.dirname(path);
  if (isReadme(path)) return folder === '.' ? '' : folder;
  return posix.join(folder, posix.basename(path, posix.extname(path)));
}

function freePath(folder: string, { slug }: PageEntry, used: ReadonlySet<string>): string {
  for (let number = 0; ; number += 1) {
    const name = number === 0 ? slug : `${slug}-${number}`;
    const path = posix.join(folder, `${name}.md`);
    if (!used.has(path)) return path;
  }
}
