import type { BookImage } from '../book.ts';
import { printableImage } from './printable-image.ts';

/** An image that can be printed, or why it cannot. */
export type PrintedImage =
  (({ name: string } | { svg: string }) & { width: number; height: number }) | { problem: string };

/** The images of a book. Only what was checked is handed to the PDF. */
export class ImageStore {
  /** The bytes of all images that are printed, by their names. */
  readonly printed = new Map<string, Uint8Array>();
  readonly #known = new Map<string, PrintedImage>();

  constructor(images: readonly BookImage[]) {
    for (const { file, bytes, problem } of images) {
      this.#known.set(file, bytes ? this.#add(bytes) : { problem: problem ?? 'it is too large' });
    }
  }

  /** The image of a file; undefined for one that is no image. */
  ofFile(id: string): PrintedImage | undefined {
    return this.#known.get(id);
  }

  /** The image that an address holds; undefined for one that leads elsewhere. */
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
