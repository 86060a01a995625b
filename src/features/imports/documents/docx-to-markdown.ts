import mammoth from 'mammoth';
import { htmlToMarkdown, type ConvertedHtml } from '../html/html-to-markdown.ts';
import { isRefusal, type Refusal } from '../refusal.ts';
import { FORMULA_STYLE } from './rewrite-word-part.ts';
import { WordImages } from './word-images.ts';
import { openWordPackage, type WordPackage } from './word-package.ts';
import { WordSkips } from './word-skips.ts';

/** Converts a Word document to markdown. */
export async function docxToMarkdown(bytes: Uint8Array): Promise<ConvertedHtml | Refusal> {
  const document = await openWordPackage(Buffer.from(bytes));
  if (isRefusal(document)) return document;
  const skips = new WordSkips();
  const images = new WordImages(skips);
  const options: Parameters<typeof mammoth.convertToHtml>[1] = {
    convertImage: mammoth.images.imgElement((image) => images.take(image)),
    externalFileAccess: false,
    styleMap: [
      "p[style-name='Title'] => h1:fresh",
      ...deepLists('unordered', 'ul'),
      ...deepLists('ordered', 'ol'),
      `r.${FORMULA_STYLE} => span.katex:fresh > annotation[encoding='application/x-tex']:fresh`,
    ],
  };
  // Other Office files, such as spreadsheets, are packed alike and make the converter fail.
  const result = await mammoth
    .convertToHtml(inputOf(document, skips), options)
    .catch(() => undefined);
  if (!result) return { refusal: 'is not a Word document, or is damaged' };
  for (const { message } of result.messages) listSymbol(message, skips);
  const converted = htmlToMarkdown({ html: `<main>${result.value}</main>` });
  if (isRefusal(converted)) return converted;
  return { ...converted, embedded: images.embedded, skipped: skips.list() };
}

/**
 * Passes the unpacked parts to the converter. It would unpack an archive itself and trust its
 * declared sizes. It accepts such an object, although its types do not include it.
 */
function inputOf(document: WordPackage, skips: WordSkips) {
  const input = { file: document.reader(skips) };
  return input as unknown as Parameters<typeof mammoth.convertToHtml>[0];
}

/** Returns style mappings for list levels that the library treats as paragraphs. Word has nine. */
function deepLists(kind: 'ordered' | 'unordered', tag: 'ol' | 'ul'): string[] {
  return [6, 7, 8, 9].map((level) => {
    const above = 'ul|ol > li > '.repeat(level - 1);
    return `p:${kind}-list(${level}) => ${above}${tag} > li:fresh`;
  });
}

/** Reports an unknown symbol. Only the converter knows which symbol-font signs are characters. */
function listSymbol(message: string, skips: WordSkips): void {
  const [, sign] = /^A w:sym element .* was ignored: (.*)$/.exec(message) ?? [];
  if (sign !== undefined) skips.add('symbol', `is not a known character: ${sign}`);
}
