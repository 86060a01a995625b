import mammoth from 'mammoth';
import type { SkippedPath } from '../../content/docs-folder/docs-folder.ts';
import { formatBytes } from '../../content/docs-folder/limits.ts';
import { openArchive } from '../archive/open-archive.ts';
import { htmlToMarkdown, type ConvertedHtml, type HtmlRefusal } from '../html/html-to-markdown.ts';
import { importLimits } from '../import-limits.ts';

/** What a document may hold when it is unpacked, in bytes; its images as often as it shows them. */
const DOCX_LIMITS = { entries: 5000, bytes: 128 * 1024 * 1024 };

/** An image of a document; the text calls it by its name. */
export interface DocumentImage {
  name: string;
  contentType: string;
  bytes: Uint8Array;
}

export interface ConvertedDocument extends ConvertedHtml {
  embedded: DocumentImage[];
  /** Images that were left out, by the names that they would have. */
  skipped: SkippedPath[];
}

/** The text of a Word document as markdown. */
export async function docxToMarkdown(bytes: Uint8Array): Promise<ConvertedDocument | HtmlRefusal> {
  const buffer = Buffer.from(bytes);
  if (!(await isSound(buffer))) return { refusal: 'is no Word document, or a too large one' };
  const images = new EmbeddedImages();
  const { value: html } = await mammoth.convertToHtml(
    { buffer },
    {
      convertImage: mammoth.images.imgElement((image) => images.take(image)),
      externalFileAccess: false,
    },
  );
  const converted = htmlToMarkdown({ html: `<main>${html}</main>` });
  if ('refusal' in converted) return converted;
  return { ...converted, embedded: images.embedded, skipped: images.skipped };
}

/**
 * Whether a document is an archive that unpacks to no more than the limit. It is unpacked for that
 * once: what converts it believes what an archive says of its sizes.
 */
async function isSound(bytes: Buffer): Promise<boolean> {
  try {
    const archive = await openArchive(bytes, DOCX_LIMITS);
    for (const { path, refused } of await archive.list()) {
      if (refused !== undefined) return false;
      await archive.read(path);
    }
    return true;
  } catch {
    return false;
  }
}

type WordImage = Parameters<Parameters<typeof mammoth.images.imgElement>[0]>[0];

/** The images of a document, each as often as the document shows it. */
class EmbeddedImages {
  readonly embedded: DocumentImage[] = [];
  readonly skipped: SkippedPath[] = [];
  #count = 0;
  #bytes = 0;

  /** Answers what the text calls the image; '' for one that is left out. */
  async take(image: WordImage): Promise<{ src: string }> {
    this.#count += 1;
    const { contentType } = image;
    const extension = /^image\/([a-z]+)/.exec(contentType)?.[1] ?? 'bin';
    const name = `image-${this.#count}.${extension === 'jpeg' ? 'jpg' : extension}`;
    const bytes = await this.#read(image, name);
    if (!bytes) return { src: '' };
    this.embedded.push({ name, contentType, bytes });
    return { src: name };
  }

  async #read(image: WordImage, name: string): Promise<Uint8Array | undefined> {
    const skip = (reason: string): undefined => void this.skipped.push({ path: name, reason });
    const { images, imageBytes } = importLimits;
    if (this.embedded.length >= images) return skip(`over the limit of ${images} images`);
    if (this.#bytes >= DOCX_LIMITS.bytes) {
      return skip(`over the limit of ${formatBytes(DOCX_LIMITS.bytes)} for images`);
    }
    const content = await image.readAsBuffer();
    this.#bytes += content.length;
    if (content.length > imageBytes) return skip(`is larger than ${formatBytes(imageBytes)}`);
    return new Uint8Array(content);
  }
}
