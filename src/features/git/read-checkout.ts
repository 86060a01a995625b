import type { Checkout } from '../../external/git/git-client.ts';
import type { DocsFolder, FolderSource } from '../../document/docs-folder/docs-folder.ts';
import { docsFolderLimits } from '../../document/docs-folder/docs-folder-limits.ts';
import { readDocsFolder } from '../../document/docs-folder/read-docs-folder.ts';
import { brokenSummary, noDirectory, nothingToImport } from './git-failures.ts';
import { openCheckout } from './open-checkout.ts';
import { readPlaces } from './read-places.ts';

export interface ReadCheckout {
  folder: DocsFolder;
  source: FolderSource;
}

/**
 * Reads a checkout as documentation. An invalid table of contents is a failure: without it, an
 * import would treat all pages as moved or deleted.
 *
 * @throws JobFailure
 */
export async function readCheckout(
  checkout: Pick<Checkout, 'folder' | 'files'>,
  directory: string,
): Promise<ReadCheckout> {
  const { files } = checkout;
  if (files.length === 0) throw directory === '' ? nothingToImport() : noDirectory(directory);
  const source = await openCheckout(checkout);
  const { summaryPath } = await readPlaces(source, directory);
  const folder = await readDocsFolder(source, docsFolderLimits, directory);
  const isEmpty = folder.pages.length === 0;
  if (files.some(({ path }) => path === summaryPath)) {
    if (!folder.hasSummary) {
      const skipped = folder.skipped.find(({ path }) => path === summaryPath);
      throw brokenSummary(summaryPath, skipped?.reason ?? 'it cannot be read');
    }
    if (isEmpty && files.length > 1) {
      throw brokenSummary(summaryPath, 'it names no page that is there');
    }
  }
  if (isEmpty && folder.files.length === 0) throw nothingToImport();
  return { folder, source };
}
