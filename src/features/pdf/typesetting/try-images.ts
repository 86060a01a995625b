import pdfmake from 'pdfmake';
import type { Book, BookImage } from '../book.ts';
import { heldAddresses, heldBytes } from './held-images.ts';
import { imageFormat, isRedrawn, measure } from './printable-image.ts';
import { printableSvg } from './printable-svg.ts';
import { redrawImage } from './redraw-image.ts';

/** Maximum number of pixels of all converted images in a book: each takes time and memory. */
const PIXELS_TOTAL_MAX = 100_000_000;

type Tried = Pick<BookImage, 'bytes' | 'problem'>;

/**
 * Returns the images of a book in forms that a PDF supports, or with the problem that prevents it.
 * Includes images embedded in its texts, identified by their addresses.
 */
export async function tryImages({ images, pages, reusableContents }: Book): Promise<BookImage[]> {
  const texts = [...pages.map(({ text }) => text), ...reusableContents.values()];
  const addresses = new Set(texts.flatMap((text) => (text ? heldAddresses(text.markdown) : [])));
  const held = [...addresses].map((file) => ({ file, bytes: heldBytes(file) ?? null }));
  const budget = { pixels: PIXELS_TOTAL_MAX };
  const tried: BookImage[] = [];
  for (const { file, ...image } of [...images, ...held]) {
    tried.push({ file, ...(image.bytes ? await tryBytes(image.bytes, budget) : image) });
  }
  return tried;
}

async function tryBytes(bytes: Uint8Array, budget: { pixels: number }): Promise<Tried> {
  const data = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const format = imageFormat(data);
  try {
    if (format === 'svg') await drawAlone(data);
    else if (isRedrawn(format)) return await redraw(data, budget);
    return { bytes };
  } catch {
    return { bytes: null, problem: 'it is damaged' };
  }
}

/** Renders a drawing on its own, since a failure in the book would abort the book. */
async function drawAlone(data: Buffer): Promise<void> {
  const drawing = printableSvg(data);
  if ('problem' in drawing) return;
  const content = [{ svg: drawing.svg, font: 'Sans', width: 100, height: 100 }];
  await pdfmake.createPdf({ content, defaultStyle: { font: 'Sans' } }).getBuffer();
}

/** Converts an image to PNG if the PDF format does not support it. */
async function redraw(data: Buffer, budget: { pixels: number }): Promise<Tried> {
  const size = measure(data);
  if ('problem' in size) return { bytes: null, ...size };
  const stated = size.width * size.height;
  // A failed image takes time as well.
  budget.pixels -= stated;
  if (budget.pixels < 0) {
    return { bytes: null, problem: 'the images have too many pixels together' };
  }
  const { bytes, pixels } = await redrawImage(data);
  budget.pixels -= pixels - stated;
  return { bytes };
}
