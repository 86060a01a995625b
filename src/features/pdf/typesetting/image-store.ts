import type { BookImage } from '../book.ts';
import { printableImage } from './printable-image.ts';
import { isSvg } from './printable-svg.ts';

/** An image that can be printed, or why it cannot. */
export type PrintedImage =
  (({ name: string } | { svg: string }) & { width: number; height: number }) | { problem: string };

/** Most bytes of an image within a text. */
const DATA_URL_MAX = 8_000_000;

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

  /** The image that an address holds; undefined for one that leads to it. */
  ofAddress(address: string): PrintedImage | undefined {
    const [, data] =
      /^data:image\/[a-z.+-]+;base64,(.*)$/is.exec(address.slice(0, DATA_URL_MAX)) ?? [];
    if (data === undefined) return undefined;
    const known = this.#known.get(address);
    if (known) return known;
    const bytes = Buffer.from(data, 'base64');
    // Drawings are tried before the book is set: those that texts hold are not among them.
    const image = isSvg(bytes) ? { problem: 'it is a drawing in the text' } : this.#add(bytes);
    this.#known.set(address, image);
    return image;
  }

  #add(bytes: Uint8Array): PrintedImage {
    const image = printableImage(bytes);
    if ('problem' in image || 'svg' in image) return image;
    const name = `image-${this.printed.size + 1}`;
    this.printed.set(name, image.bytes);
    return { name, width: image.width, height: image.height };
  }
}
