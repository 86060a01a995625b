import { deflateSync } from 'node:zlib';
import { expect } from 'vitest';
import { baseUrl, type World } from '../../support/world.ts';

/** Reads the bytes behind a URL of an answer, as anybody could. */
export function download(world: World, url: string, headers: Record<string, string> = {}) {
  expect(url.startsWith(`${baseUrl}/content/files/`)).toBe(true);
  return world.app.inject({ url: url.slice(baseUrl.length), headers });
}

/** A PNG picture of one color. */
export function png(width: number, height: number): Buffer<ArrayBuffer> {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2], 8);
  const rows = Buffer.alloc(height * (1 + width * 3), 0x88);
  for (let row = 0; row < height; row += 1) rows[row * (1 + width * 3)] = 0;
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, content: Uint8Array): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(content.length);
  return Buffer.concat([length, Buffer.from(type), content, Buffer.alloc(4)]);
}
