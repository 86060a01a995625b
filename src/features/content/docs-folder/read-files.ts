import { posix } from 'node:path';
import { imageSize } from 'image-size';
import { lookup } from 'mime-types';
import type { DocsFile, FolderSource } from './docs-folder.ts';
import { formatBytes } from './limits.ts';
import type { DocsFolderLimits } from './limits.ts';
import type { Listing } from './read-listing.ts';
import type { SkipReport } from './skip-report.ts';

/** Sizes stand near the start of an image, and some headers take quadratic time to search. */
const IMAGE_HEADER_BYTES_MAX = 256 * 1024;

/** Describes the files which are no pages; only images are read, for their dimensions. */
export async function readFiles(
  source: FolderSource,
  assets: Listing,
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
      const name = posix.basename(path);
      files.push({ path, name, size, contentType, ...(dimensions && { dimensions }) });
    }
  }
  return files;
}

/** The displayed width and height; undefined when the bytes are no image that can be measured. */
async function readDimensions(
  source: FolderSource,
  path: string,
): Promise<DocsFile['dimensions'] | undefined> {
  try {
    const header = (await source.read(path)).subarray(0, IMAGE_HEADER_BYTES_MAX);
    const { width, height, orientation = 1 } = imageSize(header);
    if (![width, height].every((side) => Number.isSafeInteger(side) && side > 0)) return undefined;
    // From 5 on, the camera was held on its side.
    return orientation < 5 ? { width, height } : { width: height, height: width };
  } catch {
    return undefined;
  }
}
