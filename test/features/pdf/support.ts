import { deflateSync } from 'node:zlib';
import { expect } from 'vitest';
import type { Book, BookImage, BookTarget } from '../../../src/features/pdf/book.ts';
import { tryImages } from '../../../src/features/pdf/typesetting/try-images.ts';
import { typeset } from '../../../src/features/pdf/typesetting/typeset.worker.ts';
import { baseUrl, type World } from '../../support/world.ts';

/** Reads the bytes behind a URL of an answer, as anybody could. */
export function download(world: World, url: string, headers: Record<string, string> = {}) {
  expect(url.startsWith(`${baseUrl}/content/files/`)).toBe(true);
  return world.app.inject({ url: url.slice(baseUrl.length), headers });
}

/** A PNG picture of one color. */
export function png(width: number, height: number): Buffer<ArrayBuffer> {
  const rows = Buffer.alloc(height * (1 + width * 3), 0x88);
  for (let row = 0; row < height; row += 1) rows[row * (1 + width * 3)] = 0;
  return pngOfRows({ width, height, bits: 8, colorType: 2 }, rows);
}

/** A PNG picture of rows that begin with their filter; `first` stands before its header. */
export function pngOfRows(
  size: { width: number; height: number; bits: number; colorType: number },
  rows: Buffer,
  first = Buffer.alloc(0),
): Buffer<ArrayBuffer> {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(size.width, 0);
  header.writeUInt32BE(size.height, 4);
  header.set([size.bits, size.colorType], 8);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    first,
    pngChunk('IHDR', header),
    pngChunk('IDAT', deflateSync(rows)),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

export function pngChunk(type: string, content: Uint8Array): Buffer<ArrayBuffer> {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(content.length);
  return Buffer.concat([length, Buffer.from(type), content, Buffer.alloc(4)]);
}

/** What becomes of files and of a text in a book. */
export function triedImages(
  files: Readonly<Record<string, Buffer>>,
  markdown = '',
): Promise<BookImage[]> {
  const images = Object.entries(files).map(([file, bytes]) => ({ file, bytes }));
  return tryImages(bookOf([markdown], new Map(), images));
}

/** The PDF of one page, with drawings by their names. */
export async function pdfOf(
  markdown: string,
  drawings: Readonly<Record<string, string>> = {},
): Promise<Buffer> {
  const images = Object.entries(drawings).map(([file, svg]) => ({ file, bytes: Buffer.from(svg) }));
  const targets = images.map(({ file, bytes }): [string, BookTarget] => {
    return [file, { kind: 'file', file, name: file, size: bytes.length }];
  });
  return Buffer.from(await typeset(bookOf([markdown], new Map(targets), images)));
}

/** Returns the PDF of several pages. */
export async function pdfOfPages(markdowns: readonly string[]): Promise<Buffer> {
  return Buffer.from(await typeset(bookOf(markdowns, new Map(), [])));
}

/** A book of pages. */
function bookOf(
  markdowns: readonly string[],
  targets: Map<string, BookTarget>,
  images: BookImage[],
): Book {
  const page = { parent: null, depth: 0, title: 'Page', emoji: null, description: null };
  return {
    ...{ title: 'Book', emoji: null, subtitle: null, language: null, variables: {} },
    writtenAt: '2026-01-01T00:00:00.000Z',
    pages: markdowns.map((markdown, index) => ({
      ...{ ...page, id: `page_${index + 1}`, above: [], variables: {} },
      text: { markdown, targets },
    })),
    reusableContents: new Map(),
    images,
  };
}
