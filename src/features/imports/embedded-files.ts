import type { DocsFile, SkippedPath } from '../content/docs-folder/docs-folder.ts';
import { imageDimensions } from '../content/docs-folder/image-dimensions.ts';
import type { EmbeddedImages } from './html/embedded-images.ts';
import { importLimits } from './import-limits.ts';
import type { ResolvedAddress } from './imported-content.ts';

/** The images that the texts of an import bring with them, as files. */
export class EmbeddedFiles {
  readonly files: DocsFile[] = [];
  readonly skipped: SkippedPath[] = [];
  readonly #bytes = new Map<string, Buffer>();

  /**
   * Takes in what a text brings with it.
   *
   * @param from the path of the text; `shown` is what the report calls it
   */
  add(from: string, { embedded, skipped }: EmbeddedImages, shown: string): void {
    for (const { path, reason } of skipped) this.skipped.push({ path: `${shown}#${path}`, reason });
    for (const { name, contentType, bytes } of embedded) {
      if (this.files.length >= importLimits.images) {
        const reason = `over the limit of ${importLimits.images} images`;
        this.skipped.push({ path: `${shown}#${name}`, reason });
        continue;
      }
      const content = Buffer.from(bytes);
      const dimensions = imageDimensions(content);
      const path = `${from}#${name}`;
      this.#bytes.set(path, content);
      this.files.push({
        ...{ path, name, contentType, size: content.length },
        ...(dimensions && { dimensions }),
      });
    }
  }

  /** What an address in a text means, where it is that of an image that came with it. */
  resolve(address: string, from: string): ResolvedAddress | undefined {
    const path = `${from}${address}`;
    return this.#bytes.has(path) ? { kind: 'path', path } : undefined;
  }

  /** The bytes of a file that came with a text; undefined for all others. */
  bytesOf(path: string): Buffer | undefined {
    return this.#bytes.get(path);
  }
}
