import { extension, lookup } from 'mime-types';
import { shownAddress } from '../../external/http/web-address.ts';
import type { DocsFile, SkippedPath } from '../../document/docs-folder/docs-folder.ts';
import { imageDimensions } from '../../document/docs-folder/image-dimensions.ts';
import { isEmbedded } from './html/embedded-images.ts';
import { importLimits } from './import-limits.ts';
import { ImportError } from './imported-content.ts';
import type { ImportRequests, ImportResponse } from './import-requests.ts';
import { mapConcurrent } from './map-concurrent.ts';

/** Media types accepted for stored images; servers may send any text. */
const imageType = /^image\/[a-z0-9][\w.+-]{0,99}$/;

/** Fetched images as files. Their paths are their addresses. */
export interface FetchedImages {
  files: DocsFile[];
  skipped: SkippedPath[];
  has: (address: string) => boolean;
  read: (address: string) => Promise<Buffer>;
}

/** Maximum length of a file name, in characters. */
const NAME_LENGTH_MAX = 100;

/** Fetches each image once. One that cannot be fetched keeps its address and is reported. */
export async function fetchImages(
  requests: ImportRequests,
  addresses: Iterable<string>,
): Promise<FetchedImages> {
  const all = [...new Set(addresses)].filter((address) => !isEmbedded(address));
  const wanted = all.filter((address) => /^https?:/i.test(address));
  const others = all.filter((address) => !wanted.includes(address));
  const bytes = new Map<string, Buffer>();
  const found = await mapConcurrent(wanted, importLimits.requestsAtOnce, async (address, index) => {
    try {
      if (index >= importLimits.images) {
        throw new ImportError(`over the limit of ${importLimits.images} images`);
      }
      const response = await requests.get(address, {
        bytesMax: importLimits.imageBytes,
        isCrawled: true,
      });
      const file = imageFile(address, response);
      bytes.set(address, response.body);
      return { file };
    } catch (error) {
      if (!(error instanceof ImportError)) throw error;
      return { skipped: { path: shownAddress(address), reason: error.message } };
    }
  });
  return {
    files: found.flatMap(({ file }) => file ?? []),
    skipped: [
      ...found.flatMap(({ skipped }) => skipped ?? []),
      ...others.map((path) => ({ path, reason: 'has no http or https URL' })),
    ],
    has: (address) => bytes.has(address),
    read: (address) => Promise.resolve(bytes.get(address) ?? Buffer.alloc(0)),
  };
}

function imageFile(address: string, { type, body }: ImportResponse): DocsFile {
  const { pathname } = new URL(address);
  const contentType = imageType.test(type) ? type : lookup(pathname) || type;
  if (!imageType.test(contentType)) {
    throw new ImportError(`is not an image, but ${type || 'of unknown type'}`);
  }
  const dimensions = imageDimensions(body);
  const name = nameOf(pathname, contentType);
  return { path: address, name, size: body.length, contentType, ...(dimensions && { dimensions }) };
}

function nameOf(pathname: string, contentType: string): string {
  const last = pathname.split('/').findLast((segment) => segment !== '') ?? 'image';
  const plain = last.replace(/%[0-9a-f]{2}/gi, '-').slice(-NAME_LENGTH_MAX);
  if (lookup(plain)) return plain;
  return `${plain}.${extension(contentType) || 'bin'}`;
}
