import type { Book, BookImage } from '../book.ts';
import { imageFormat, isRedrawn, measure } from './image-format.ts';
import { printableSvg } from './printable-svg.ts';
import { redrawImage } from './redraw-image.ts';
import type { PrintedImage } from './setting.ts';
import { readDataUrl } from '../../../lib/data-url.ts';
import { markdownToDocument } from '../../../document/markdown-to-document.ts';

/** Maximum length of a `data:` address, in characters. */
const ADDRESS_LENGTH_MAX = 8_000_000;

/** Returns the distinct `data:` image addresses in a text. */
function heldAddresses(markdown: string): string[] {
  if (!/data:image\//i.test(markdown)) return [];
  const addresses = new Set<string>();
  collect(markdownToDocument(markdown, { hasFrontMatter: false }).nodes, addresses);
  return [...addresses];
}

function collect(value: unknown, addresses: Set<string>): void {
  if (typeof value !== 'object' || value === null) return;
  for (const [key, part] of Object.entries(value)) {
    if (typeof part !== 'string') collect(part, addresses);
    else if (key === 'url' && /^data:image\//i.test(part)) addresses.add(part);
  }
}

/** Returns the image in a `data:` address; undefined if the address is too long. */
function heldBytes(address: string): Buffer | undefined {
  return address.length > ADDRESS_LENGTH_MAX ? undefined : readDataUrl(address).bytes;
}

/** Maximum number of pixels of all converted images in a book: each takes time. */
const REDRAWN_PIXELS_MAX = 100_000_000;
/** Maximum number of pixels of all images in a book: Typst keeps them in memory. */
const PIXELS_MAX = 300_000_000;

/** Images of a book, and the virtual files of those that can be printed. */
export interface PreparedImages {
  images: Map<string, PrintedImage>;
  files: Map<string, Uint8Array>;
}

interface Budget {
  redrawn: number;
  pixels: number;
}

type Picture = { bytes: Uint8Array; extension: string; width: number; height: number };

/**
 * Returns the images of a book in formats that Typst reads, or with the problem that prevents it.
 * Includes images embedded in its texts, identified by their addresses.
 */
export async function prepareImages({
  images,
  pages,
  reusableContents,
}: Pick<Book, 'images' | 'pages' | 'reusableContents'>): Promise<PreparedImages> {
  const texts = [...pages.map(({ text }) => text), ...reusableContents.values()];
  const addresses = new Set(texts.flatMap((text) => (text ? heldAddresses(text.markdown) : [])));
  const held = [...addresses].map((file): BookImage => ({ file, bytes: heldBytes(file) ?? null }));
  const budget = { redrawn: REDRAWN_PIXELS_MAX, pixels: PIXELS_MAX };
  const prepared: PreparedImages = { images: new Map(), files: new Map() };
  for (const { file, bytes, problem } of [...images, ...held]) {
    const picture = bytes
      ? await prepare(bytes, budget)
      : { problem: problem ?? 'it is too large' };
    prepared.images.set(file, 'problem' in picture ? picture : add(picture, prepared.files));
  }
  return prepared;
}

function add({ bytes, extension, width, height }: Picture, files: Map<string, Uint8Array>) {
  const name = `image-${files.size + 1}.${extension}`;
  files.set(name, bytes);
  return { path: `/${name}`, width, height };
}

async function prepare(bytes: Uint8Array, budget: Budget): Promise<Picture | { problem: string }> {
  const data = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const format = imageFormat(data);
  if (!format) return { problem: 'only PNG, JPEG, GIF, WebP, AVIF and SVG can be' };
  if (format === 'svg') {
    const drawing = printableSvg(bytes);
    if ('problem' in drawing) return drawing;
    return { ...drawing, bytes: Buffer.from(drawing.svg), extension: 'svg' };
  }
  const size = measure(data);
  if ('problem' in size) return size;
  const pixels = size.width * size.height;
  budget.pixels -= pixels;
  // A failed image takes time as well.
  if (isRedrawn(format)) budget.redrawn -= pixels;
  if (budget.pixels < 0 || budget.redrawn < 0) {
    return { problem: 'the images have too many pixels together' };
  }
  if (!isRedrawn(format)) return { bytes, extension: format, ...size };
  try {
    return { ...(await redrawImage(data)), extension: 'png' };
  } catch {
    return { problem: 'it is damaged' };
  }
}
