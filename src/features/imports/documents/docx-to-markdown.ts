import mammoth from 'mammoth';
import type { SkippedPath } from '../../content/docs-folder/docs-folder.ts';
import { formatBytes } from '../../content/docs-folder/limits.ts';
import { openArchive } from '../archive/open-archive.ts';
import type { EmbeddedImage, EmbeddedImages } from '../html/embedded-images.ts';
import { htmlToMarkdown, type ConvertedHtml } from '../html/html-to-markdown.ts';
import { importLimits } from '../import-limits.ts';
import { isRefusal, type Refusal } from '../refusal.ts';

/** What a document may hold when it is unpacked, in bytes; its images as often as it shows them. */
const DOCX_LIMITS = { entries: 5000, bytes: 128 * 1024 * 1024 };

/** Elements that all parts of a document may have: a page of plain text has a few hundred. */
const ELEMENT_COUNT_MAX = 500_000;

/** The text of a Word document as markdown. */
export async function docxToMarkdown(bytes: Uint8Array): Promise<ConvertedHtml | Refusal> {
  const buffer = Buffer.from(bytes);
  const reason = await reasonAgainst(buffer);
  if (reason !== undefined) return { refusal: reason };
  const images = new WordImages();
  const { value: html } = await mammoth.convertToHtml(
    { buffer },
    {
      convertImage: mammoth.images.imgElement((image) => images.take(image)),
      externalFileAccess: false,
      styleMap: [...deepLists('unordered', 'ul'), ...deepLists('ordered', 'ol')],
    },
  );
  const converted = htmlToMarkdown({ html: `<main>${html}</main>` });
  if (isRefusal(converted)) return converted;
  return { ...converted, embedded: images.embedded, skipped: images.skipped };
}

/** The levels of lists that the library takes for paragraphs: Word has nine of them. */
function deepLists(kind: 'ordered' | 'unordered', tag: 'ol' | 'ul'): string[] {
  return [6, 7, 8, 9].map((level) => {
    const above = 'ul|ol > li > '.repeat(level - 1);
    return `p:${kind}-list(${level}) => ${above}${tag} > li:fresh`;
  });
}

/**
 * Why a document is not to be converted: it is no archive, or unpacks to more than the limit. It is
 * unpacked for that once: what converts it believes what an archive says of its sizes, and takes as
 * long as it has elements.
 */
async function reasonAgainst(bytes: Buffer): Promise<string | undefined> {
  let elements = 0;
  try {
    const archive = await openArchive(bytes, DOCX_LIMITS);
    for (const { path, refused } of await archive.list()) {
      if (refused !== undefined) return NOT_SOUND;
      const part = await archive.read(path);
      if (/\.(?:xml|rels)$/i.test(path)) elements += countElements(part);
      if (elements > ELEMENT_COUNT_MAX) return `has more than ${ELEMENT_COUNT_MAX} elements`;
    }
    return undefined;
  } catch {
    return NOT_SOUND;
  }
}

const NOT_SOUND = 'is no Word document, or a too large one';

/** How many elements a part begins, as far as it matters. */
function countElements(xml: Buffer): number {
  let count = 0;
  let at = xml.indexOf('<');
  while (at !== -1 && count <= ELEMENT_COUNT_MAX) {
    if (xml[at + 1] !== SLASH) count += 1;
    at = xml.indexOf('<', at + 1);
  }
  return count;
}

const SLASH = '/'.charCodeAt(0);

type WordImage = Parameters<Parameters<typeof mammoth.images.imgElement>[0]>[0];

/** The images of a document, each as often as the document shows it. */
class WordImages implements EmbeddedImages {
  readonly embedded: EmbeddedImage[] = [];
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
    return { src: `#${name}` };
  }

  async #read(image: WordImage, name: string): Promise<Uint8Array | undefined> {
    const skip = (reason: string): undefined => void this.skipped.push({ path: name, reason });
    const { images, imageBytes } = importLimits;
    if (this.embedded.length >= images) return skip(`over the limit of ${images} images`);
    if (this.#bytes >= DOCX_LIMITS.bytes) {
      return skip(`over the limit of ${formatBytes(DOCX_LIMITS.bytes)} for images`);
    }
    const content = await image.readAsBuffer().catch(() => undefined);
    if (!content) return skip('is not in the document');
    this.#bytes += content.length;
    if (content.length > imageBytes) return skip(`is larger than ${formatBytes(imageBytes)}`);
    return new Uint8Array(content);
  }
}
