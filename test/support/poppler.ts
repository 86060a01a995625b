import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Whether poppler (`apt-get install poppler-utils`) is installed, which tests of PDFs need. */
export const hasPoppler = spawnSync('pdfinfo', ['-v']).status === 0;

/** The content of a PDF, as poppler reads it. Poppler's warnings are errors. */
export interface ReadPdf {
  /** Properties by their names in `pdfinfo`, such as `Pages` and `Title`. */
  info: Record<string, string>;
  /** Text of each page, in its layout. */
  pages: string[];
  /** The whole text, with single spaces between words. */
  text: string;
  fonts: { name: string; isEmbedded: boolean; hasUnicode: boolean }[];
  /** URLs of links, with the numbers of their pages. */
  urls: { page: number; url: string }[];
  /** Names of destinations, and names that links refer to. */
  destinations: string[];
  goals: string[];
  /** Titles of bookmarks; only ASCII ones are read. */
  bookmarks: string[];
  images: number;
}

/** Reads a PDF with poppler. */
export function readPdf(bytes: Buffer): ReadPdf {
  return withFile(bytes, (file) => {
    const text = run('pdftotext', '-layout', file, '-');
    return {
      info: Object.fromEntries(
        lines(run('pdfinfo', file)).map((line) => {
          const [name = '', ...value] = line.split(':');
          return [name, value.join(':').trim()];
        }),
      ),
      pages: text.split('\f').slice(0, -1),
      text: run('pdftotext', file, '-').replaceAll(/\s+/g, ' '),
      fonts: lines(run('pdffonts', file)).slice(2).map(fontOf),
      urls: lines(run('pdfinfo', '-url', file))
        .slice(1)
        .map(urlOf),
      destinations: lines(run('pdfinfo', '-dests', file)).flatMap(destinationOf),
      goals: stringsIn(bytes, /\/Dest \(([^()\\]*)\)/g),
      bookmarks: stringsIn(bytes, /\/Title \(([^()\\]*)\)\s+\/Dest/g),
      images: lines(run('pdfimages', '-list', file)).filter(isImage).length,
    };
  });
}

/** Returns the elements of the structure tree with their attributes and texts, one per line. */
export function readStructure(bytes: Buffer): string {
  return withFile(bytes, (file) => run('pdfinfo', '-struct-text', file));
}

function withFile<Result>(bytes: Buffer, read: (file: string) => Result): Result {
  const folder = mkdtempSync(path.join(tmpdir(), 'docgraph-pdf-'));
  const file = path.join(folder, 'book.pdf');
  try {
    writeFileSync(file, bytes);
    return read(file);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Matches images, but not the masks that make parts of them transparent. */
function isImage(line: string): boolean {
  const [, , type] = line.trim().split(/\s+/);
  return type === 'image';
}

/** A word and its position on the page, in points from the top left corner. */
export interface PlacedWord {
  text: string;
  left: number;
  top: number;
  right: number;
}

/** Returns the words of a PDF, with their letters from left to right. */
export function readWords(bytes: Buffer): PlacedWord[] {
  return withFile(bytes, (file) => {
    const pattern = /<word xMin="([^"]+)" yMin="([^"]+)" xMax="([^"]+)" yMax="[^"]+">([^<]*)</g;
    return [...run('pdftotext', '-bbox', file, '-').matchAll(pattern)].map(
      ([, left, top, right, text = '']) => {
        return { text, left: Number(left), top: Number(top), right: Number(right) };
      },
    );
  });
}

/** Entries whose types poppler takes for others than the specification of PDF. */
const misread = /Suspects object is wrong type|BorderColor value is of wrong type/;

function run(program: string, ...parameters: readonly string[]): string {
  const options = { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 } as const;
  const { stdout, stderr, status } = spawnSync(program, parameters, options);
  const problems = lines(stderr).filter((line) => !misread.test(line));
  if (status !== 0 || problems.length > 0) throw new Error(`${program} (${status}): ${stderr}`);
  return stdout;
}

/** Returns matches in the file itself, for values that no poppler program prints. */
function stringsIn(bytes: Buffer, pattern: RegExp): string[] {
  return [...bytes.toString('latin1').matchAll(pattern)].map(([, text = '']) => text);
}

function lines(output: string): string[] {
  return output.split('\n').filter((line) => line.trim() !== '');
}

function fontOf(line: string): ReadPdf['fonts'][number] {
  const [, name = '', embedded, , unicode] =
    /^(\S+)\s.*\s(yes|no)\s+(yes|no)\s+(yes|no)\s+\d+\s+\d+$/.exec(line) ?? [];
  return { name, isEmbedded: embedded === 'yes', hasUnicode: unicode === 'yes' };
}

function urlOf(line: string): ReadPdf['urls'][number] {
  const [, page = '', url = ''] = /^\s*(\d+)\s+\S+\s+(.*)$/.exec(line) ?? [];
  return { page: Number(page), url };
}

function destinationOf(line: string): string[] {
  const [, name] = /"(.*)"$/.exec(line) ?? [];
  return name === undefined ? [] : [name];
}
