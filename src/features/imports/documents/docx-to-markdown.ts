import mammoth from 'mammoth';
import { openArchive } from '../archive/open-archive.ts';
import { htmlToMarkdown, type ConvertedHtml, type HtmlRefusal } from '../html/html-to-markdown.ts';

/** What a document may hold when it is unpacked, in bytes, and in images. */
const DOCX_LIMITS = { entries: 5000, bytes: 128 * 1024 * 1024 };
const IMAGES_MAX = 500;

/** An image of a document; the text calls it by its name. */
export interface DocumentImage {
  name: string;
  contentType: string;
  bytes: Uint8Array;
}

export type ConvertedDocument = ConvertedHtml & { embedded: DocumentImage[] };

/** The text of a Word document as markdown. */
export async function docxToMarkdown(bytes: Uint8Array): Promise<ConvertedDocument | HtmlRefusal> {
  const buffer = Buffer.from(bytes);
  try {
    // A document is an archive: one that unpacks to too much is refused before it is read.
    await openArchive(buffer, DOCX_LIMITS);
  } catch {
    return { refusal: 'is no Word document, or a too large one' };
  }
  const embedded: DocumentImage[] = [];
  const convertImage = mammoth.images.imgElement(async (image) => {
    if (embedded.length >= IMAGES_MAX) return { src: '' };
    const extension = /^image\/([a-z]+)/.exec(image.contentType)?.[1] ?? 'bin';
    const name = `image-${embedded.length + 1}.${extension === 'jpeg' ? 'jpg' : extension}`;
    embedded.push({ name, contentType: image.contentType, bytes: new Uint8Array() });
    const at = embedded.length - 1;
    const content = await image.readAsBuffer();
    embedded[at] = { name, contentType: image.contentType, bytes: new Uint8Array(content) };
    return { src: name };
  });
  const { value: html } = await mammoth.convertToHtml(
    { buffer },
    { convertImage, externalFileAccess: false },
  );
  const converted = htmlToMarkdown({ html: `<main>${html}</main>` });
  return 'refusal' in converted ? converted : { ...converted, embedded };
}
