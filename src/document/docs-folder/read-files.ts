import { posix } from 'node:path';
import { lookup } from 'mime-types';
import { throwIfTrouble } from '../../workers/server-trouble.ts';
import type { DocsFile, FolderSource } from './docs-folder.ts';
import { imageDimensions } from './image-dimensions.ts';
import { formatBytes } from './docs-folder-limits.ts';
import type { DocsFolderLimits } from './docs-folder-limits.ts';
import type { Listing } from './read-listing.ts';
import type { SkipReport } from './skip-report.ts';

/** Describes the files that are not pages. Reads only images, for their dimensions. */
export async function readFiles(
  source: FolderSource,
  { assets, root }: { assets: Listing; root: string },
  report: SkipReport,
  limits: DocsFolderLimits,
): Promise<DocsFile[]> {
  const files: DocsFile[] = [];
  let bytesLeft = limits.fileBytesTotalMax;
  for (const [path, size] of assets) {
    if (size > limits.fileBytesMax) {
      report.add(path, `larger than ${formatBytes(limits.fileBytesMax)}`);
    } else if (size > bytesLeft) {
      report.add(path, `all files together are over ${formatBytes(limits.fileBytesTotalMax)}`);
    } else {
      const contentType = lookup(path) || 'application/octet-stream';
      const isImage = contentType.startsWith('image/');
      const dimensions = isImage ? await readDimensions(source, path) : undefined;
      bytesLeft -= size;
      const isOfRoot = posix.dirname(path) === (root || '.');
      if (isOfRoot && !isMedia(contentType)) {
        report.note(path, 'no page, but a file of the content');
      }
      const name = posix.basename(path);
      files.push({ path, name, size, contentType, ...(dimensions && { dimensions }) });
    }
  }
  return files;
}

/** Checks for media, which are clearly content of pages. */
function isMedia(contentType: string): boolean {
  return /^(?:image|audio|video|font)\//.test(contentType);
}

/** Returns the dimensions of an image; undefined if it cannot be read or measured. */
async function readDimensions(
  source: FolderSource,
  path: string,
): Promise<DocsFile['dimensions'] | undefined> {
  try {
    return imageDimensions(await source.read(path));
  } catch (error) {
    throwIfTrouble(error);
    return undefined;
  }
}
