import { posix } from 'node:path';
import type { DocsFolder, FolderSource } from './docs-folder.ts';
import { docsFolderLimits } from './docs-folder-limits.ts';
import type { DocsFolderLimits } from './docs-folder-limits.ts';
import { outlineFromFolders } from './outline-from-folders.ts';
import { outlineFromSummary } from './outline-from-summary.ts';
import { findConfiguration } from './find-configuration.ts';
import type { GitbookConfiguration } from './parse-gitbook-yaml.ts';
import { readFiles } from './read-files.ts';
import { readListing } from './read-listing.ts';
import type { Listing } from './read-listing.ts';
import { readPages } from './read-pages.ts';
import { readReusableContents } from './read-reusable-contents.ts';
import { readRedirects } from './read-redirects.ts';
import { readSummary } from './read-summary.ts';
import { readText } from './read-text.ts';
import { createResolver } from './create-resolver.ts';
import { selectFiles } from './select-files.ts';
import { readVariablesFile, variablesPathOf } from './read-variables-file.ts';
import { createSkipReport } from './skip-report.ts';
import type { SkipReport } from './skip-report.ts';

export interface ReadDocsFolder extends DocsFolder {
  /** Whether a table of contents defines the pages; otherwise the folders do. */
  hasSummary: boolean;
}

/**
 * Reads a folder of markdown in GitBook's layout: `.gitbook.yaml` locates the documentation,
 * SUMMARY.md lists its pages, and front matter sets their attributes. Without a table of contents,
 * the folders define the structure. Every skipped file is reported once, with the reason. Rejects
 * only if the source cannot be listed.
 *
 * @param base folder within the source; '' for all of it. Paths remain relative to the source.
 */
export async function readDocsFolder(
  source: FolderSource,
  limits: DocsFolderLimits = docsFolderLimits,
  base = '',
): Promise<ReadDocsFolder> {
  const report = createSkipReport();
  const listing = await readListing(source, report, limits);
  const readIfListed = async (path: string, bytesMax: number): Promise<string | undefined> => {
    const size = listing.get(path);
    if (size === undefined) return undefined;
    const result = await readText(source, path, { size, bytesMax });
    if (result.text === undefined) report.add(path, result.reason);
    return result.text;
  };
  const readSettings = (path: string) => readIfListed(path, limits.configurationBytesMax);
  const has = (path: string) => listing.has(path);
  const { path: configurationPath, configuration } = await findConfiguration(
    ...([base, has, readSettings] as const),
  );
  for (const problem of configuration.problems) report.note(configurationPath, problem);
  const root = existingRoot(configuration, { base, listing, report, configurationPath });
  const summaryPath = posix.join(root, configuration.summary);
  const variablesPath = variablesPathOf(root, base, has);
  const variables = await readVariablesFile(variablesPath, readSettings, report);
  const place = { root, base, configuration: [configurationPath, summaryPath, variablesPath] };
  const { markdown, includes, assets } = selectFiles(listing, place, report, limits);
  const resolve = createResolver({ markdown, assets }, root);
  const summary = await readIfListed(summaryPath, limits.pageBytesMax);
  const nodes =
    summary === undefined ? undefined : await readSummary(summaryPath, summary, { report, limits });
  const outline =
    nodes === undefined
      ? outlineFromFolders(markdown, root)
      : outlineFromSummary(nodes, {
          summaryPath,
          readmePath: posix.join(root, configuration.readme),
          markdown,
          resolve,
          report,
        });
  const budget = { bytes: limits.pageBytesTotalMax };
  const context = { source, listing, root, resolve, report, limits, budget };
  const pages = await readPages(outline, context);
  return {
    pages,
    hasSummary: nodes !== undefined,
    files: await readFiles(source, { assets, root }, report, limits),
    reusableContents: await readReusableContents(includes, context),
    redirects: readRedirects(configuration, { root, resolve, pages, report, limits }),
    ...(variables && { variables }),
    skipped: report.entries(),
  };
}

function existingRoot(
  { root }: GitbookConfiguration,
  {
    base,
    listing,
    report,
    configurationPath,
  }: { base: string; listing: Listing; report: SkipReport; configurationPath: string },
): string {
  if (root === '') return base;
  const path = posix.join(base, root);
  if ([...listing.keys()].some((file) => file.startsWith(`${path}/`))) return path;
  const problem = `the root "${root}" does not exist; the whole folder is read`;
  report.note(configurationPath, problem);
  return base;
}
