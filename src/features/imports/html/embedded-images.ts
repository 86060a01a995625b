import { extension } from 'mime-types';
import { readDataUrl } from '../../../lib/data-url.ts';
import type { SkippedPath } from '../../content/docs-folder/docs-folder.ts';
import { imageDimensions } from '../../content/docs-folder/image-dimensions.ts';
import { importLimits } from '../import-limits.ts';
import { attributeOf, isElement, type HtmlElement, type HtmlParent } from './hast.ts';

/** An image that is written into a text itself; the text calls it by `#` and its name. */
export interface EmbeddedImage {
  name: string;
  contentType: string;
  bytes: Uint8Array;
}

export interface EmbeddedImages {
  embedded: EmbeddedImage[];
  /** Images that were left out, by the names that they would have. */
  skipped: SkippedPath[];
}

/** Takes the images out of a text that are written into their addresses (`data:`), each once. */
export function takeEmbeddedImages(parent: HtmlParent): EmbeddedImages {
  const images: EmbeddedImages = { embedded: [], skipped: [] };
  takeFrom(parent, images, new Map());
  return images;
}

function takeFrom(
  parent: HtmlParent,
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

function embeddedAddress(element: HtmlElement): string | undefined {
  const address = element.tagName === 'img' ? attributeOf(element, 'src') : '';
  return isEmbedded(address) ? address : undefined;
}

/** Whether an address is that of nothing else, but holds the thing itself. */
export function isEmbedded(address: string): boolean {
  return /^data:/i.test(address);
}

/** Answers what the text calls an image from now on; undefined for one that is left out. */
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
  const reason = isOver ? `over the limit of ${images} images` : 'is no image that can be read';
  skipped.push({ path: name, reason });
  return undefined;
}
