import { extension } from 'mime-types';
import { readDataUrl } from '../../../lib/data-url.ts';
import type { SkippedPath } from '../../../document/docs-folder/docs-folder.ts';
import { imageDimensions } from '../../../document/docs-folder/image-dimensions.ts';
import { importLimits } from '../import-limits.ts';
import { attributeOf, isElement, type HastElement, type HastParent } from './hast.ts';

/** Image embedded in a text. The text refers to it by `#` and its name. */
export interface EmbeddedImage {
  name: string;
  contentType: string;
  bytes: Uint8Array;
}

export interface EmbeddedImages {
  embedded: EmbeddedImage[];
  /** Skipped images, by the names that they would have had. */
  skipped: SkippedPath[];
}

/** Extracts the images embedded in `data:` addresses of a text, each once. */
export function takeEmbeddedImages(parent: HastParent): EmbeddedImages {
  const images: EmbeddedImages = { embedded: [], skipped: [] };
  takeFrom(parent, images, new Map());
  return images;
}

function takeFrom(
  parent: HastParent,
  images: EmbeddedImages,
  known: Map<string, string | undefined>,
): void {
  parent.children = parent.children.filter((child) => {
    if (!isElement(child)) return true;
    takeFrom(child, images, known);
    const address = embeddedAddress(child);
    if (address === undefined) return true;
    if (!known.has(address)) known.set(address, take(address, `image-${known.size + 1}`, images));
    child.properties.src = known.get(address);
    return child.properties.src !== undefined;
  });
}

function embeddedAddress(element: HastElement): string | undefined {
  const address = element.tagName === 'img' ? attributeOf(element, 'src') : '';
  return isEmbedded(address) ? address : undefined;
}

/** Returns whether an address embeds its content as a `data:` URL. */
export function isEmbedded(address: string): boolean {
  return /^data:/i.test(address);
}

/** Returns the new address of an image in the text; undefined for a skipped one. */
function take(
  address: string,
  stem: string,
  { embedded, skipped }: EmbeddedImages,
): string | undefined {
  const { contentType, bytes } = readDataUrl(address);
  const name = `${stem}.${extension(contentType) || 'bin'}`;
  const { images } = importLimits;
  const isOver = embedded.length >= images;
  if (!isOver && contentType.startsWith('image/') && imageDimensions(bytes)) {
    embedded.push({ name, contentType, bytes: new Uint8Array(bytes) });
    return `#${name}`;
  }
  const reason = isOver ? `over the limit of ${images} images` : 'is not a readable image';
  skipped.push({ path: name, reason });
  return undefined;
}
