import pdfmake from 'pdfmake';
import type { Book } from '../book.ts';
import { fontFamilies } from './fonts.ts';
import { setBook } from './set-book.ts';
import { prepareShaping } from './shape-text.ts';
import { tryImages } from './try-images.ts';

const fontFiles = new Set(Object.values(fontFamilies).flatMap((family) => Object.values(family)));

pdfmake.setUrlAccessPolicy(() => false);
pdfmake.setLocalAccessPolicy((path) => fontFiles.has(path));
pdfmake.setFonts(fontFamilies);

/** Typesets a book as a PDF. Equal books produce equal bytes. */
export async function typeset(book: Book): Promise<Uint8Array<ArrayBuffer>> {
  await prepareShaping(book);
  const tried = await tryImages(book);
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
