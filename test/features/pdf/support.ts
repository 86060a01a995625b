import { crc32, deflateSync } from 'node:zlib';
import { expect } from 'vitest';
import type { Book, BookImage, BookTarget } from '../../../src/features/pdf/book.ts';
import {
  prepareImages,
  type PreparedImages,
} from '../../../src/features/pdf/typesetting/prepare-images.ts';
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
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(crc32(Buffer.concat([Buffer.from(type), content])));
  return Buffer.concat([length, Buffer.from(type), content, checksum]);
}

/** Returns the images of a book with these files and this text, as the compiler gets them. */
export function preparedImages(
  files: Readonly<Record<string, Buffer>>,
  markdown = '',
): Promise<PreparedImages> {
  const images = Object.entries(files).map(([file, bytes]) => ({ file, bytes }));
  return prepareImages(bookOf([markdown], new Map(), images));
}

/** The PDF of one page, with images by their names. */
export async function pdfOf(
  markdown: string,
  files: Readonly<Record<string, string | Uint8Array>> = {},
): Promise<Buffer> {
  const images = Object.entries(files).map(([file, content]) => ({
    file,
    bytes: typeof content === 'string' ? Buffer.from(content) : content,
  }));
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
