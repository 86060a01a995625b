import { readUtf16, tokensOf, type PdfToken } from './pdf-tokens.ts';
import { PdfObjects } from './pdf-objects.ts';

/** Texts of glyphs, by their codes of four hexadecimal digits. */
type GlyphTexts = ReadonlyMap<string, string>;

/** Glyphs of one text: a glyph, or several with a text of their own. */
interface Unit {
  text: string;
  /** Codes of its glyphs. */
  codes: string;
  /** Tokens of its text, or of the glyph: the position of the operator, and within its array. */
  token: number;
  place: number;
  isActual: boolean;
}

/** Glyphs on one line of a stream that Typst writes together. */
interface Chunk {
  top: string;
  units: Unit[];
}

/** Several characters that form glyphs together, or a letter of a script that is shaped. */
const cluster = /^(?:(?=[^]*\p{M})[^][^]|[\u0900-\u109f\u1780-\u17ff])/u;

/**
 * Lets each cluster of letters have its text once. Typst writes a mark that is moved up or down
 * apart from its letter, each with the text of both: a search would find, and a reader copy, that
 * text twice.
 */
export function mendClusterTexts(pdf: Buffer): Buffer {
  const objects = new PdfObjects(pdf);
  const known = new Map<number, GlyphTexts>();
  for (const number of objects.numbers()) {
    const page = objects.dictionary(number);
    const [, contents] = /\/Type \/Page\s[^]*\/Contents (\d+) 0 R/.exec(page) ?? [];
    if (contents === undefined) continue;
    const fonts = new Map(
      [...page.matchAll(/\/(f\d+) (\d+) 0 R/g)].map(([, name = '', font]) => {
        const texts = known.get(Number(font)) ?? readGlyphTexts(objects, Number(font));
        known.set(Number(font), texts);
        return [name, texts] as const;
      }),
    );
    const isComplex = [...fonts.values()].some((texts) => texts.size > 0);
    if (!isComplex) continue;
    const content = objects.stream(Number(contents)).toString('latin1');
    const mended = mend(content, fonts);
    if (mended !== content) objects.replaceStream(Number(contents), mended);
  }
  return objects.write();
}

/** Returns the texts of glyphs of a font; none if it has no clusters. */
function readGlyphTexts(objects: PdfObjects, font: number): GlyphTexts {
  const [, map] = /\/ToUnicode (\d+) 0 R/.exec(objects.dictionary(font)) ?? [];
  const source = map === undefined ? '' : objects.stream(Number(map)).toString('latin1');
  const texts = [...source.matchAll(/^<([0-9A-F]{4})> <([0-9A-F]+)>$/gim)].map(
    ([, code = '', text = '']) => [code.toUpperCase(), readUtf16(text)] as const,
  );
  return new Map(texts.some(([, text]) => cluster.test(text)) ? texts : []);
}

function mend(content: string, fonts: ReadonlyMap<string, GlyphTexts>): string {
  const tokens = tokensOf(content);
  for (const unit of repeatedUnits(chunksOf(tokens, fonts))) removeText(tokens, unit);
  return tokens.map(({ source }) => source).join('');
}

function chunksOf(tokens: readonly PdfToken[], fonts: ReadonlyMap<string, GlyphTexts>): Chunk[] {
  const chunks: Chunk[] = [];
  let top = '';
  let texts: GlyphTexts = new Map();
  let actual: Unit | undefined;
  tokens.forEach((token, index) => {
    if (token.kind === 'matrix') top = token.value;
    else if (token.kind === 'begin') chunks.push({ top, units: [] });
    else if (token.kind === 'font') texts = fonts.get(token.value) ?? new Map();
    else if (token.kind === 'actual') {
      const text = readUtf16(token.value);
      actual = { text, codes: '', token: index, place: 0, isActual: true };
      chunks.at(-1)?.units.push(actual);
    } else if (token.kind === 'end') actual = undefined;
    else if (token.kind === 'show') {
      token.parts.forEach((part, place) => {
        if (part.kind === 'move') return;
        const text = texts.get(part.code) ?? '';
        if (actual) actual.codes += part.code;
        else
          chunks
            .at(-1)
            ?.units.push({ text, codes: part.code, token: index, place, isActual: false });
      });
    }
  });
  return chunks.filter(({ units }) => units.length > 0);
}

/** Returns the units that repeat the text of a cluster: the one on the line keeps it. */
function repeatedUnits(chunks: readonly Chunk[]): Unit[] {
  const repeated: Unit[] = [];
  let line: string | undefined;
  for (let index = 0; index < chunks.length;) {
    const members = clusterFrom(chunks, index);
    const own = chunks.slice(index, index + members.length);
    line = own.find(({ units }) => units.length > 1)?.top ?? line;
    const kept = Math.max(
      own.findIndex(({ top }) => top === line),
      0,
    );
    line = own[kept]?.top;
    repeated.push(...members.filter((_, offset) => offset !== kept));
    index += Math.max(members.length - 1, 1);
  }
  return repeated;
}

/** Returns the units of one cluster, which begins at the end of a chunk. */
function clusterFrom(chunks: readonly Chunk[], start: number): Unit[] {
  const first = chunks[start]?.units.at(-1);
  if (!first || !cluster.test(first.text)) return first ? [first] : [];
  const members = [first];
  for (let index = start + 1; index < chunks.length; index += 1) {
    const chunk = chunks[index];
    const [unit] = chunk?.units ?? [];
    const isSame = unit?.text === first.text && unit.codes !== first.codes;
    if (!unit || !isSame || chunk?.top === chunks[index - 1]?.top) break;
    members.push(unit);
    if (chunk && chunk.units.length > 1) break;
  }
  return members;
}

const NO_TEXT = '/Span <<\n  /ActualText <FEFF>\n>> BDC\n';

function removeText(tokens: PdfToken[], { token: index, place, isActual }: Unit): void {
  const token = tokens[index];
  if (!token) return;
  if (isActual) {
    tokens[index] = { kind: 'other', source: NO_TEXT };
    return;
  }
  if (token.kind !== 'show') return;
  const write = (parts: typeof token.parts) =>
    parts.length === 0
      ? ''
      : `[${parts.map((part) => (part.kind === 'move' ? part.by : `<${part.code}>`)).join(' ')}] TJ\n`;
  const [before, own, after] = [
    token.parts.slice(0, place),
    token.parts.slice(place, place + 1),
    token.parts.slice(place + 1),
  ];
  const source = `${write(before)}${NO_TEXT}${write(own)}EMC\n${write(after)}`;
  tokens[index] = { kind: 'other', source };
}
