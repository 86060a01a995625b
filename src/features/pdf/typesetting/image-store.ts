import type { BookImage } from '../book.ts';
import { printableImage } from './printable-image.ts';

/** Printable image, or the reason why it cannot be printed. */
export type PrintedImage =
  (({ name: string } | { svg: string }) & { width: number; height: number }) | { problem: string };

/** Images of a book. Only validated ones are passed to the PDF. */
export class ImageStore {
  /** Bytes of all printed images, by name. */
  readonly printed = new Map<string, Uint8Array>();
  readonly #known = new Map<string, PrintedImage>();

  constructor(images: readonly BookImage[]) {
    for (const { file, bytes, problem } of images) {
      this.#known.set(file, bytes ? this.#add(bytes) : { problem: problem ?? 'it is too large' });
    }
  }

  /** Returns the image of a file; undefined if the file is not an image. */
  ofFile(id: string): PrintedImage | undefined {
    return this.#known.get(id);
  }

  /** Returns the image in a `data:` address; undefined for any other address. */
  ofAddress(address: string): PrintedImage | undefined {
    return this.#known.get(address);
  }

  #add(bytes: Uint8Array): PrintedImage {
    const image = printableImage(bytes);
    if ('problem' in image || 'svg' in image) return image;
    const name = `image-${this.printed.size + 1}`;
    this.printed.set(name, image.bytes);
    return { name, width: image.width, height: image.height };
  }
}
