import type { Book } from '../book.ts';
import { compileTypst, readTemplate, TypstError } from './compile-typst.ts';
import { prepareImages, type PreparedImages } from './prepare-images.ts';
import { printBook } from './print-book.ts';

/** Typesets a book as a PDF. Equal books produce equal bytes. */
export async function typeset(book: Book): Promise<Uint8Array<ArrayBuffer>> {
  const prepared = await prepareImages(book);
  try {
    return await compile(book, prepared);
  } catch (error) {
    // Only an attempt to draw an image shows that it is damaged.
    if (!(error instanceof TypstError) || !(await removeDamaged(prepared))) throw error;
    return compile(book, prepared);
  }
}

function compile(book: Book, { images, files }: PreparedImages) {
  const data = Buffer.from(JSON.stringify(printBook(book, images)));
  return compileTypst(readTemplate('book.typ'), new Map([...files, ['book.json', data]]));
}

/** Replaces images that cannot be drawn by that problem; returns whether there are any. */
async function removeDamaged({ images, files }: PreparedImages): Promise<boolean> {
  let count = 0;
  for (const [id, image] of images) {
    if ('problem' in image || (await isDrawable(image.path, files))) continue;
    images.set(id, { problem: 'it is damaged' });
    count += 1;
  }
  return count > 0;
}

async function isDrawable(path: string, files: PreparedImages['files']): Promise<boolean> {
  const bytes = files.get(path.slice(1));
  if (!bytes) return false;
  try {
    // The path is one of `prepareImages`.
    const trial = `#set page(width: auto, height: auto)\n#image("${path}")`;
    await compileTypst(trial, new Map([[path.slice(1), bytes]]));
    return true;
  } catch {
    return false;
  }
}
