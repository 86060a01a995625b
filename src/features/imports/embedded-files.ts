import type { DocsFile, SkippedPath } from '../../document/docs-folder/docs-folder.ts';
import { imageDimensions } from '../../document/docs-folder/image-dimensions.ts';
import type { EmbeddedImages } from './html/embedded-images.ts';
import { importLimits } from './import-limits.ts';
import type { ResolvedAddress } from './imported-content.ts';

/** Files for the images embedded in imported texts. */
export class EmbeddedFiles {
  readonly files: DocsFile[] = [];
  readonly skipped: SkippedPath[] = [];
  readonly #bytes = new Map<string, Buffer>();

  /**
   * Adds the embedded images of a text.
   *
   * @param from the path of the text; `shown` is its name in the report
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

  /** Resolves an address in a text if it refers to an embedded image. */
  resolve(address: string, from: string): ResolvedAddress | undefined {
    const path = `${from}${address}`;
    return this.#bytes.has(path) ? { kind: 'path', path } : undefined;
  }

  /** Returns the bytes of an embedded file; undefined for any other file. */
  bytesOf(path: string): Buffer | undefined {
    return this.#bytes.get(path);
  }
}
