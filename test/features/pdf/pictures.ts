import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import encode, { init } from '@jsquash/webp/encode.js';
import { GifWriter } from 'omggif';
import type { Pixels } from '../../../src/features/pdf/typesetting/printable-png.ts';

const { resolve } = createRequire(import.meta.url);

/** Pixels of one color, given as red, green, blue and alpha. */
export function pixelsOf(width: number, height: number, color: readonly number[]): Pixels {
  const data = new Uint8ClampedArray(width * height * 4);
  for (let at = 0; at < data.length; at += 4) data.set(color, at);
  return { width, height, data };
}

/** What frames show: the first one is seen, the second is not. */
export const shownPixels = pixelsOf(60, 40, [255, 0, 0, 255]);
export const hiddenPixels = pixelsOf(60, 40, [0, 0, 255, 255]);

let started: Promise<void> | undefined;

async function start(): Promise<void> {
  const code = await readFile(resolve('@jsquash/webp/codec/enc/webp_enc_simd.wasm'));
  await init(await WebAssembly.compile(code));
}

/** A picture as WebP. */
export async function webp(pixels: Pixels, { lossless = false } = {}): Promise<Buffer> {
  started ??= start();
  await started;
  return Buffer.from(await encode(pixels as ImageData, { lossless: lossless ? 1 : 0 }));
}

/** Pictures as the frames of an animation, all where the place says, on a ground of a size. */
export function animated(
  frames: readonly Buffer[],
  { x = 0, y = 0, width = 60, height = 40 } = {},
): Buffer<ArrayBuffer> {
  const header = Buffer.alloc(10);
  header[0] = 0x12;
  header.writeUIntLE(width - 1, 4, 3);
  header.writeUIntLE(height - 1, 7, 3);
  const parts = frames.map((file) => {
    // The chunks of a file, without what only the header of a file says.
    const isExtended = file.toString('latin1', 12, 16) === 'VP8X';
    const place = Buffer.alloc(16);
    place.writeUIntLE(x / 2, 0, 3);
    place.writeUIntLE(y / 2, 3, 3);
    place.writeUIntLE(shownPixels.width - 1, 6, 3);
    place.writeUIntLE(shownPixels.height - 1, 9, 3);
    return chunk('ANMF', Buffer.concat([place, file.subarray(isExtended ? 30 : 12)]));
  });
  const chunks = [chunk('VP8X', header), chunk('ANIM', Buffer.alloc(6)), ...parts];
  return chunk('RIFF', Buffer.concat([Buffer.from('WEBP'), ...chunks]));
}

function chunk(type: string, content: Buffer): Buffer<ArrayBuffer> {
  const length = Buffer.alloc(4);
  length.writeUInt32LE(content.length);
  return Buffer.concat([Buffer.from(type), length, content, Buffer.alloc(content.length % 2)]);
}

/** Pictures of one color each as the frames of a GIF, on a ground as large as the first one. */
export function gif(frames: readonly Pixels[]): Buffer<ArrayBuffer> {
  const { width = 0, height = 0 } = frames[0] ?? {};
  const bytes = new Uint8Array(width * height * frames.length + 1000);
  const writer = new GifWriter(bytes, width, height, { loop: 0 });
  for (const { width: columns, height: rows, data } of frames) {
    const [red = 0, green = 0, blue = 0, alpha = 0] = data;
    const palette = [(red << 16) | (green << 8) | blue, 0];
    const options = alpha === 0 ? { palette, transparent: 0 } : { palette };
    writer.addFrame(
      0,
      0,
      columns,
      rows,
      Array.from({ length: columns * rows }, () => 0),
      options,
    );
  }
  return Buffer.from(bytes.subarray(0, writer.end()));
}

/** A GIF of one frame, four pixels wide and high, of codes of three bits for gray pixels. */
export function rawGif({
  codes,
  bits = 2,
  colors = 2,
  frame: [width, height] = [4, 4],
  isInterlaced = false,
}: {
  codes: readonly number[];
  /** Of an index. */
  bits?: number;
  colors?: 0 | 2 | 4;
  frame?: readonly [width: number, height: number];
  isInterlaced?: boolean;
}): Buffer<ArrayBuffer> {
  const grays = Array.from({ length: colors }, (_, index) => (255 / (colors - 1)) * index);
  const head = Buffer.from([4, 0, 4, 0, colors === 0 ? 0 : 0x80 | (colors / 2 - 1), 0, 0]);
  const palette = Buffer.from(grays.flatMap((gray) => [gray, gray, gray]));
  const place = Buffer.alloc(10);
  place[0] = 0x2c;
  place.writeUInt16LE(width, 5);
  place.writeUInt16LE(height, 7);
  place[9] = isInterlaced ? 0x40 : 0;
  return Buffer.concat([
    Buffer.from('GIF89a'),
    ...[head, palette, place, Buffer.from([bits])],
    ...blocksOf(codes),
    Buffer.from([0, 0x3b]),
  ]);
}

/** Codes of three bits, the first one at the low end, in blocks with their lengths before them. */
function blocksOf(codes: readonly number[]): Buffer[] {
  const bytes = Buffer.alloc(Math.ceil((codes.length * 3) / 8));
  codes.forEach((code, index) => {
    for (let bit = 0; bit < 3; bit += 1) {
      const at = index * 3 + bit;
      bytes[at >> 3] = (bytes[at >> 3] ?? 0) | (((code >> bit) & 1) << (at % 8));
    }
  });
  return Array.from({ length: Math.ceil(bytes.length / 255) }, (_, index) => {
    const block = bytes.subarray(index * 255, (index + 1) * 255);
    return Buffer.concat([Buffer.from([block.length]), block]);
  });
}
