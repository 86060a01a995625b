import { posix } from 'node:path';
import { pluralize } from '../../lib/pluralize.ts';
import { isMarkdown } from './page-files.ts';
import type { DocsFolderLimits } from './docs-folder-limits.ts';
import type { Listing } from './read-listing.ts';
import type { SkipReport } from './skip-report.ts';

/** The files below a documentation root, by purpose. */
export interface SelectedFiles {
  /** Paths of pages. */
  markdown: Set<string>;
  /** Paths of markdown files that pages include. */
  includes: string[];
  /** Sizes of all other files, by path. */
  assets: Listing;
}

/** Reasons for ignoring files that look like settings, by file name. */
const unreadSettings: ReadonlyMap<string, string> = new Map([
  ['.gitbook.yml', 'settings that are not read: only ".gitbook.yaml" is'],
  ['.gitbook.json', 'settings that are not read: only ".gitbook.yaml" is'],
  ['tags.yaml', 'tags of pages, which content here does not have'],
  ['tags.yml', 'tags of pages, which content here does not have'],
  ['vars.yml', 'variables that are not read: only ".gitbook/vars.yaml" is'],
]);

/** Matches the platform's folders of files and includes. */
const platformFolder = /(^|\/)\.gitbook\/(?:assets|includes)\//;

/**
 * Selects the content below the documentation root. Files outside of the root are reported once per
 * folder, hidden files individually. `.gitbook/assets` contains the platform's files,
 * `.gitbook/includes` reusable contents.
 */
export function selectFiles(
  listing: Listing,
  { root, base, configuration }: { root: string; base: string; configuration: string[] },
  report: SkipReport,
  limits: DocsFolderLimits,
): SelectedFiles {
  const inside: string[] = [];
  const outside = new Map<string, number>();
  for (const path of listing.keys()) {
    if (configuration.includes(path)) continue;
    // Folders above this one do not make its files hidden.
    const within = base === '' ? path : path.slice(base.length + 1);
    if (!isBelow(root, path) && within.search(platformFolder) !== 0) {
      const branch = branchOutside(root, path);
      outside.set(branch, (outside.get(branch) ?? 0) + 1);
    } else if (isHidden(within)) {
      report.add(path, unreadSettings.get(posix.basename(path)) ?? 'a hidden file');
    } else {
      inside.push(path);
    }
  }
  for (const [branch, count] of outside) {
    report.add(branch, `outside of the root "${root}" (${pluralize(count, 'file')})`);
  }
  const isAsset = (path: string) => !isPage(path) && !isInclude(path);
  const ordered = [
    ...inside.filter(isPage),
    ...inside.filter(isInclude),
    ...inside.filter(isAsset),
  ];
  for (const path of ordered.slice(limits.fileCountMax)) {
    report.add(path, `over the limit of ${limits.fileCountMax} files`);
  }
  const kept = ordered.slice(0, limits.fileCountMax);
  return {
    markdown: new Set(kept.filter(isPage)),
    includes: kept.filter(isInclude),
    assets: new Map(kept.filter(isAsset).map((path) => [path, listing.get(path) ?? 0])),
  };
}

function isPage(path: string): boolean {
  return isMarkdown(path) && !platformFolder.test(path);
}

function isInclude(path: string): boolean {
  return isMarkdown(path) && /(?:^|\/)\.gitbook\/includes\//.test(path);
}

function isBelow(root: string, path: string): boolean {
  return root === '' || path.startsWith(`${root}/`);
}

/** Returns the outermost folder or file that contains the path, but not the root. */
function branchOutside(root: string, path: string): string {
  const rootSegments = root.split('/');
  const segments = path.split('/');
  const fork = segments.findIndex((segment, index) => segment !== rootSegments[index]);
  const branch = segments.slice(0, fork + 1).join('/');
  return fork + 1 < segments.length ? `${branch}/` : branch;
}

function isHidden(path: string): boolean {
  const visible = path.replace(platformFolder, '$1');
  return visible.split('/').some((segment) => segment.startsWith('.'));
}
