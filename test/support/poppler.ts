import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Whether poppler (`apt-get install poppler-utils`) is on this machine: tests read PDFs by it. */
export const hasPoppler = spawnSync('pdfinfo', ['-v']).status === 0;

/** What poppler says of a PDF. What it complains about is an error. */
export interface ReadPdf {
  /** By the names of `pdfinfo`, such as `Pages` and `Title`. */
  info: Record<string, string>;
  /** The text of each page, white space as it is laid out. */
  pages: string[];
  /** All text, with one space between words. */
  text: string;
  fonts: { name: string; isEmbedded: boolean; hasUnicode: boolean }[];
  /** Addresses that links lead to, with the number of the page that has them. */
  urls: { page: number; url: string }[];
  /** Names of the places that links can lead to, and of those that links lead to. */
  destinations: string[];
  goals: string[];
  /** Titles of bookmarks, as far as they are ASCII. */
  bookmarks: string[];
  images: number;
}

/** Reads a PDF with poppler. */
export function readPdf(bytes: Buffer): ReadPdf {
  const folder = mkdtempSync(path.join(tmpdir(), 'docgraph-pdf-'));
  const file = path.join(folder, 'book.pdf');
  try {
    writeFileSync(file, bytes);
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
      goals: stringsIn(bytes, /\/S \/GoTo\s+\/D \(([^()\\]*)\)/g),
      bookmarks: stringsIn(bytes, /\/Parent \d+ 0 R\s+\/Title \(([^()\\]*)\)/g),
      images: lines(run('pdfimages', '-list', file)).filter(isImage).length,
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Of the lines that list images, not those of the masks that make parts transparent. */
function isImage(line: string): boolean {
  const [, , type] = line.trim().split(/\s+/);
  return type === 'image';
}

/** A word, and where it stands on its page, in points from the top left corner. */
export interface PlacedWord {
  text: string;
  left: number;
  top: number;
  right: number;
}

/** The words of a PDF, their letters from left to right. */
export function readWords(bytes: Buffer): PlacedWord[] {
  const folder = mkdtempSync(path.join(tmpdir(), 'docgraph-pdf-'));
  const file = path.join(folder, 'book.pdf');
  try {
    writeFileSync(file, bytes);
    const pattern = /<word xMin="([^"]+)" yMin="([^"]+)" xMax="([^"]+)" yMax="[^"]+">([^<]*)</g;
    return [...run('pdftotext', '-bbox', file, '-').matchAll(pattern)].map(
      ([, left, top, right, text = '']) => {
        return { text, left: Number(left), top: Number(top), right: Number(right) };
      },
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function run(program: string, ...parameters: readonly string[]): string {
  const options = { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 } as const;
  const { stdout, stderr, status } = spawnSync(program, parameters, options);
  if (status !== 0 || stderr !== '') throw new Error(`${program} (${status}): ${stderr}`);
  return stdout;
}

/** What stands in the file itself, where poppler has no program for it. */
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
