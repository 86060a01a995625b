import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type * as fontkit from 'fontkit';
import type * as harfbuzz from 'harfbuzzjs';
import type { Book } from '../book.ts';
import { fontFamilies } from './fonts.ts';

const load = createRequire(import.meta.url);

/** Opens a font with the same library instance as pdfmake, so that both shape alike. */
export const { create: openFont } = load('fontkit') as typeof fontkit;

/** Parts of fontkit's fonts and pdfkit's documents that are used here. */
interface OpenFont extends Omit<fontkit.Font, 'layout'> {
  stream: { buffer: Uint8Array };
  layout: (this: OpenFont, text: string, ...options: unknown[]) => fontkit.GlyphRun;
}
interface PdfDocument {
  text: (this: PdfDocument, letters: string, ...place: unknown[]) => PdfDocument;
  addContent: (this: PdfDocument, content: string) => PdfDocument;
  markContent(tag: 'Span', options: { actual: string }): PdfDocument;
  endMarkedContent(): PdfDocument;
}

/** Indic and Thai letters, whose shape and order depend on their neighbors. */
const shaped = /[\u0900-\u0d7f\u0e00-\u0e7f]/;
/** The same letters as numeric character references, and a few others. */
const numbered = /&#(?:x0*(?:[9a-d][0-9a-f]|e[0-7])[0-9a-f]|0*(?:2[3-9]|3[0-7])\d\d)/i;

let shaping: Promise<void> | undefined;

/**
 * Prepares shaping for a book. The first book with such letters loads HarfBuzz, because fontkit
 * shapes many of them wrongly and fails on some.
 */
export async function prepareShaping(book: Book): Promise<void> {
  if (shaping || hasShaped(book)) await (shaping ??= startShaping());
}

function hasShaped(value: unknown): boolean {
  if (typeof value === 'string') return shaped.test(value) || numbered.test(value);
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return false;
  return (value instanceof Map ? [...value.values()] : Object.values(value)).some(hasShaped);
}

async function startShaping(): Promise<void> {
  shapeBy(await import('harfbuzzjs'), prototypeOfFonts());
  const { prototype } = load('pdfkit') as { prototype: PdfDocument };
  markTexts(prototype);
}

function prototypeOfFonts(): OpenFont {
  const font = openFont(readFileSync(fontFamilies.Devanagari.normal));
  return Object.getPrototypeOf(font) as OpenFont;
}

/** Makes fontkit use HarfBuzz for such texts. */
function shapeBy({ shape, ...harfBuzz }: typeof harfbuzz, prototype: OpenFont): void {
  const { layout } = prototype;
  const fonts = new WeakMap<OpenFont, harfbuzz.Font>();
  const buffer = new harfBuzz.Buffer();
  prototype.layout = function layoutShaped(this: OpenFont, text, ...options) {
    if (!shaped.test(text)) return layout.call(this, text, ...options);
    let font = fonts.get(this);
    if (!font) {
      font = new harfBuzz.Font(new harfBuzz.Face(new harfBuzz.Blob(this.stream.buffer)));
      fonts.set(this, font);
    }
    buffer.reset();
    buffer.addText(text);
    // Each glyph keeps its own letters, even if their order has changed.
    buffer.setClusterLevel(harfBuzz.ClusterLevel.CHARACTERS);
    buffer.guessSegmentProperties();
    shape(font, buffer);
    const infos = buffer.getGlyphInfos();
    const letters = lettersOf(
      text,
      infos.map(({ cluster }) => cluster),
    );
    return Object.assign(layout.call(this, ''), {
      glyphs: infos.map(({ codepoint }, index) => this.getGlyph(codepoint, letters[index])),
      positions: buffer.getGlyphPositions(),
    });
  };
}

/** Returns the code points of each glyph. If several glyphs share a start, the first has them. */
function lettersOf(text: string, starts: readonly number[]): number[][] {
  const sorted = [...new Set(starts)].toSorted((a, b) => a - b);
  const letters = new Map(
    sorted.map((start, index) => [
      start,
      Array.from(text.slice(start, sorted[index + 1]), (letter) => letter.codePointAt(0) ?? 0),
    ]),
  );
  return starts.map((start) => {
    const own = letters.get(start) ?? [];
    letters.delete(start);
    return own;
  });
}

/** Marks text in the PDF with its original letters, since glyphs can be in another order. */
function markTexts(prototype: PdfDocument): void {
  const { text, addContent } = prototype;
  prototype.text = function textOfLetters(this: PdfDocument, letters, ...place) {
    if (!shaped.test(letters)) return text.call(this, letters, ...place);
    // Readers position the letters by the graphics state at the end of the mark.
    this.addContent = (content) => {
      if (content === 'ET') this.endMarkedContent();
      addContent.call(this, content);
      return content === 'BT' ? this.markContent('Span', { actual: letters }) : this;
    };
    text.call(this, letters, ...place);
    this.addContent = addContent;
    return this;
  };
}
