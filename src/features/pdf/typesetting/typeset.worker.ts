import pdfmake from 'pdfmake';
import type { Book, BookImage } from '../book.ts';
import { fontFamilies } from './fonts.ts';
import { isSvg, printableSvg } from './printable-svg.ts';
import { setBook } from './set-book.ts';

const fontFiles = new Set(Object.values(fontFamilies).flatMap((family) => Object.values(family)));

pdfmake.setUrlAccessPolicy(() => false);
pdfmake.setLocalAccessPolicy((path) => fontFiles.has(path));
pdfmake.setFonts(fontFamilies);

/** Sets a book as a PDF. Equal books make equal bytes. */
export async function typeset(book: Book): Promise<Uint8Array<ArrayBuffer>> {
  const tried: BookImage[] = [];
  for (const image of book.images) tried.push(await tryImage(image));
  const { definition, images, bookmarks } = setBook({ ...book, images: tried });
  const files = pdfmake.virtualfs;
  try {
    for (const [name, bytes] of images) files.writeFileSync(name, Buffer.from(bytes));
    const pdf = pdfmake.createPdf(definition);
    const { outline } = await pdf.getStream();
    bookmarks.write(outline);
    return new Uint8Array(await pdf.getBuffer());
  } finally {
    files.storage = {};
  }
}

/** Draws a drawing alone: one that fails in the book would end the book. */
async function tryImage(image: BookImage): Promise<BookImage> {
  const { file, bytes } = image;
  const drawing = bytes && isSvg(bytes) ? printableSvg(bytes) : undefined;
  if (!drawing || 'problem' in drawing) return image;
  try {
    const { svg } = drawing;
    const content = [{ svg, font: 'Sans', width: 100, height: 100 }];
    await pdfmake.createPdf({ content, defaultStyle: { font: 'Sans' } }).getBuffer();
    return image;
  } catch {
    return { file, bytes: null, problem: 'it is damaged' };
  }
}
