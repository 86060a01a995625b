import { shownAddress } from '../../../external/http/web-address.ts';
import type { DocsFolder } from '../../../document/docs-folder/docs-folder.ts';
import { firstHeading } from '../../../document/docs-folder/commonmark-parser.ts';
import { slugOfTitle } from '../../../document/docs-folder/page-slug.ts';
import { parseFrontMatter } from '../../../document/docs-folder/parse-front-matter.ts';
import { mergeSkipped } from '../../../document/docs-folder/skip-report.ts';
import { convert } from '../conversions.ts';
import { EmbeddedFiles } from '../embedded-files.ts';
import { fetchImages, type FetchedImages } from '../fetch-images.ts';
import { titleOfAddress } from '../website/page-addresses.ts';
import { decodePage } from '../html/decode-page.ts';
import type { EmbeddedImages } from '../html/embedded-images.ts';
import { importLimits } from '../import-limits.ts';
import { ImportError, type ImportedContent } from '../imported-content.ts';
import type { ImportRequests } from '../import-requests.ts';
import { isRefusal } from '../refusal.ts';

/** Text of a document, with the addresses of the images to fetch. */
interface DocumentText extends EmbeddedImages {
  title: string | undefined;
  frontMatter: string;
  markdown: string;
  /** Absolute image addresses by the address in the text. */
  images: readonly string[];
  attributes?: ReturnType<typeof parseFrontMatter>['attributes'];
}

/** Imports one markdown or HTML page with its images. */
export async function importDocument(
  requests: ImportRequests,
  address: string,
  format: 'markdown' | 'html',
): Promise<ImportedContent> {
  const { url, body, contentType } = await requests.get(address, {
    bytesMax: importLimits.pageBytes,
  });
  const read = format === 'html' ? readHtml : readMarkdown;
  const text = await read(decodePage(body, contentType), url);
  const images = await fetchImages(requests, text.images);
  const own = filesIn(text, url);
  return {
    folder: folderOf(text, url.href, {
      files: [...images.files, ...own.files],
      skipped: mergeSkipped(images.skipped, own.skipped),
    }),
    shown: shownAddress,
    read: async (path) => own.bytesOf(path) ?? images.read(path),
    resolve(written, from) {
      const file = own.resolve(written, from);
      if (file) return file;
      if (written.startsWith('#') || !URL.canParse(written, url)) return undefined;
      const { href } = new URL(written, url);
      return images.has(href) ? { kind: 'path', path: href } : { kind: 'url', url: href };
    },
  };
}

async function readHtml(html: string, url: URL): Promise<DocumentText> {
  const page = await convert('convertHtml', { html, address: url.href });
  if (isRefusal(page)) throw new ImportError(page.refusal);
  const { description, ...text } = page;
  return {
    ...{ ...text, frontMatter: '' },
    ...(description && { attributes: { description } }),
  };
}

async function readMarkdown(source: string, url: URL): Promise<DocumentText> {
  if (source.includes('\0')) throw new ImportError('is not text');
  const { title, attributes, frontMatter, markdown } = parseFrontMatter(source);
  const images = await convert('imageAddressesIn', markdown);
  if (isRefusal(images)) throw new ImportError(images.refusal);
  const whole = images.filter((image) => URL.canParse(image, url));
  return {
    ...{ title: title ?? firstHeading(markdown), frontMatter, markdown, attributes },
    images: whole.map((image) => new URL(image, url).href),
    ...{ embedded: [], skipped: [] },
  };
}

function folderOf(
  text: DocumentText,
  path: string,
  images: Pick<FetchedImages, 'files' | 'skipped'>,
): DocsFolder {
  const { frontMatter, markdown, attributes } = text;
  const title = text.title ?? titleOfAddress(path);
  const slug = slugOfTitle(title);
  return {
    pages: [
      { type: 'document', title, slug, path, ...attributes, frontMatter, markdown, pages: [] },
    ],
    files: images.files,
    reusableContents: [],
    redirects: [],
    skipped: images.skipped,
  };
}

/** Imports a Word document with its embedded images. */
export async function importWordDocument(
  requests: ImportRequests,
  address: string,
): Promise<ImportedContent> {
  const { url, body } = await requests.get(address, { bytesMax: importLimits.archiveBytes });
  const document = await convert('convertDocx', new Uint8Array(body));
  if (isRefusal(document)) throw new ImportError(document.refusal);
  const files = filesIn(document, url);
  const { description: _none, ...text } = document;
  return {
    folder: folderOf({ ...text, images: [], frontMatter: '' }, url.href, files),
    shown: shownAddress,
    read: (path) => Promise.resolve(files.bytesOf(path) ?? Buffer.alloc(0)),
    resolve: (written, from) => files.resolve(written, from),
  };
}

/** Returns the images embedded in a text, and those that were skipped. */
function filesIn({ embedded, skipped }: EmbeddedImages, url: URL): EmbeddedFiles {
  const files = new EmbeddedFiles();
  files.add(url.href, { embedded, skipped }, shownAddress(url.href));
  return files;
}
