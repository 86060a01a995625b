import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import decode, { init } from '@jsquash/webp/decode.js';
import type { Pixels } from './printable-png.ts';

const { resolve } = createRequire(import.meta.url);

/** What the decoder answers with, which browsers have. */
class DecodedPixels implements Pixels {
  readonly data: Uint8ClampedArray;
  readonly width: number;
  readonly height: number;

  constructor(data: Uint8ClampedArray, width: number, height: number) {
    this.data = data;
    this.width = width;
    this.height = height;
  }
}

let started: Promise<void> | undefined;

/** Loads the decoder when the first image wants it. */
async function loadDecoder(): Promise<void> {
  Object.assign(globalThis, { ImageData: DecodedPixels });
  const code = await readFile(resolve('@jsquash/webp/codec/dec/webp_dec.wasm'));
  await init(await WebAssembly.compile(code));
}

/**
 * A WebP file, or the first frame of one that is animated.
 *
 * @throws for one that is damaged
 */
export async function decodeWebp(file: Buffer): Promise<Pixels> {
  started ??= loadDecoder();
  await started;
  const frame = firstFrame(file);
  if (!frame) return decode(arrayBufferOf(file));
  return onGround(await decode(arrayBufferOf(frame.file)), frame);
}

function arrayBufferOf(bytes: Buffer): ArrayBuffer {
  return new Uint8Array(bytes).buffer;
}

interface Frame {
  /** The frame alone, as a file. */
  file: Buffer;
  x: number;
  y: number;
  /** Of all frames together. */
  width: number;
  height: number;
}

/** Set in the header of a file that is animated, and of one with transparency. */
const ANIMATED = 0x02;
const TRANSPARENT = 0x10;

/** The first frame of an animation, as a file of its own; undefined for what is none. */
function firstFrame(file: Buffer): Frame | undefined {
  const [header] = chunksOf(file, 12);
  if (header?.type !== 'VP8X' || !((header.content[0] ?? 0) & ANIMATED)) return undefined;
  const frame = chunksOf(file, 12).find(({ type }) => type === 'ANMF')?.content;
  if (!frame) throw new RangeError('The animation has no frame.');
  const [x, y] = [frame.readUIntLE(0, 3) * 2, frame.readUIntLE(3, 3) * 2];
  const width = header.content.readUIntLE(4, 3) + 1;
  const height = header.content.readUIntLE(7, 3) + 1;
  // Told before it is decoded: the size of the image is what was found to be small enough.
  if (x + frame.readUIntLE(6, 3) + 1 > width || y + frame.readUIntLE(9, 3) + 1 > height) {
    throw new RangeError('The first frame is larger than the image.');
  }
  // What follows the place, the size and the time of a frame is what an image of its own has.
  const parts = chunksOf(frame, 16).filter(({ type }) => /^(?:ALPH|VP8 |VP8L)$/.test(type));
  const own = Buffer.alloc(10);
  own[0] = TRANSPARENT;
  frame.copy(own, 4, 6, 12);
  const chunks = [{ type: 'VP8X', content: own }, ...parts].map(writeChunk);
  const content = Buffer.concat([Buffer.from('WEBP', 'latin1'), ...chunks]);
  return { file: writeChunk({ type: 'RIFF', content }), x, y, width, height };
}

interface Chunk {
  type: string;
  content: Buffer;
}

/** The chunks of a file, as far as it goes. */
function chunksOf(file: Buffer, start: number): Chunk[] {
  const chunks: Chunk[] = [];
  for (let at = start; at + 8 <= file.length;) {
    const length = file.readUInt32LE(at + 4);
    const content = file.subarray(at + 8, at + 8 + length);
    chunks.push({ type: file.toString('latin1', at, at + 4), content });
    at += 8 + length + (length % 2);
  }
  return chunks;
}

function writeChunk({ type, content }: Chunk): Buffer {
  const head = Buffer.alloc(8);
  head.write(type, 'latin1');
  head.writeUInt32LE(content.length, 4);
  return Buffer.concat([head, content, Buffer.alloc(content.length % 2)]);
}

/** A frame where it is among all frames; what it leaves free is transparent. */
function onGround(frame: Pixels, { x, y, width, height }: Frame): Pixels {
  const data = new Uint8Array(width * height * 4);
  for (let row = 0; row < frame.height; row += 1) {
    const start = row * frame.width * 4;
    data.set(frame.data.subarray(start, start + frame.width * 4), ((y + row) * width + x) * 4);
  }
  return { width, height, data };
}
