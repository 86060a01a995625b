import type { FolderEntry, FolderSource } from './docs-folder.ts';
import type { DocsFolderLimits } from './docs-folder-limits.ts';
import type { SkipReport } from './skip-report.ts';

/** Sizes in bytes of a source's readable files by path, sorted by path. */
export type Listing = Map<string, number>;

/** Lists a source. Reports refused entries and invalid paths. */
export async function readListing(
  source: FolderSource,
  report: SkipReport,
  limits: DocsFolderLimits,
): Promise<Listing> {
  const entries = (await source.list()).toSorted((a, b) => (a.path < b.path ? -1 : 1));
  const listing: Listing = new Map();
  for (const entry of entries) {
    const reason = entry.refused ?? reasonAgainst(entry, limits);
    if (reason === undefined) listing.set(entry.path, entry.size);
    else report.add(entry.path, reason);
  }
  return listing;
}

function reasonAgainst({ path }: FolderEntry, limits: DocsFolderLimits): string | undefined {
  if (path.length > limits.pathLengthMax) return `path over ${limits.pathLengthMax} characters`;
  const segments = path.split('/');
  if (segments.length > limits.depthMax) return `more than ${limits.depthMax} folders deep`;
  const isPlain = segments.every(
    (segment) => segment !== '' && segment !== '.' && segment !== '..',
  );
  return isPlain && !/[\\\p{Cc}\p{Cs}]/u.test(path)
    ? undefined
    : 'the path is not a plain relative path';
}
