import type mammoth from 'mammoth';
import { formatBytes } from '../../../document/docs-folder/docs-folder-limits.ts';
import { imageDimensions } from '../../../document/docs-folder/image-dimensions.ts';
import type { EmbeddedImage } from '../html/embedded-images.ts';
import { importLimits } from '../import-limits.ts';
import { DOCX_LIMITS } from './word-package.ts';
import type { WordSkips } from './word-skips.ts';

/** Image types that browsers can show, by the media type in the document. */
const shownTypes: Readonly<Record<string, { contentType: string; extension: string }>> = {
  ...type('png', 'image/png', 'image/x-png'),
  ...type('jpg', 'image/jpeg', 'image/jpg', 'image/pjpeg'),
  ...type('gif', 'image/gif'),
  ...type('bmp', 'image/bmp', 'image/x-bmp', 'image/x-ms-bmp'),
  ...type('svg', 'image/svg+xml', 'image/svg'),
  ...type('webp', 'image/webp'),
  ...type('avif', 'image/avif'),
};

function type(extension: string, contentType: string, ...others: string[]) {
  const names = [contentType, ...others];
  return Object.fromEntries(names.map((name) => [name, { contentType, extension }]));
}

type WordImage = Parameters<Parameters<typeof mammoth.images.imgElement>[0]>[0];

/** Images of a document. One that is used several times is counted each time. */
export class WordImages {
  readonly embedded: EmbeddedImage[] = [];
  readonly #skips: WordSkips;
  #count = 0;
  #bytes = 0;

  constructor(skips: WordSkips) {
    this.#skips = skips;
  }

  /** Returns the address of the image in the text; '' for a skipped one. */
  async take(image: WordImage): Promise<{ src: string }> {
    this.#count += 1;
    // A part can lack a type, although the converter's types say otherwise.
    const said = ((image.contentType as string | null) ?? '').toLowerCase();
    const shown = Object.hasOwn(shownTypes, said) ? shownTypes[said] : undefined;
    const other = /^image\/(?:x-)?(\w+)/.exec(said)?.[1];
    const name = `image-${this.#count}.${shown?.extension ?? other ?? 'bin'}`;
    const bytes = await this.#read(image, name);
    if (!bytes) return { src: '' };
    const reason = shown
      ? imageDimensions(bytes) === undefined && 'is not a readable image'
      : `is ${other ? `a picture (${other.toUpperCase()})` : 'something'} that browsers do not show`;
    if (reason) return this.#skip(name, reason);
    const { contentType } = shown ?? { contentType: said };
    this.embedded.push({ name, contentType, bytes: new Uint8Array(bytes) });
    return { src: `#${name}` };
  }

  async #read(image: WordImage, name: string): Promise<Buffer | undefined> {
    const skip = (reason: string): undefined => void this.#skip(name, reason);
    const { images, imageBytes } = importLimits;
    if (this.embedded.length >= images) return skip(`over the limit of ${images} images`);
    if (this.#bytes >= DOCX_LIMITS.bytes) {
      return skip(`over the limit of ${formatBytes(DOCX_LIMITS.bytes)} for images`);
    }
    const content = await image.readAsBuffer().catch(() => undefined);
    if (!content) return skip('is not in the document');
    this.#bytes += content.length;
    if (content.length > imageBytes) return skip(`is larger than ${formatBytes(imageBytes)}`);
    return content;
  }

  #skip(name: string, reason: string): { src: string } {
    this.#skips.addNamed(name, reason);
    return { src: '' };
  }
}
