import { lzwIndexes } from './lzw.ts';
import type { Pixels } from './printable-png.ts';

const EXTENSION = 0x21;
const FRAME = 0x2c;
const CONTROL = 0xf9;

/**
 * The first frame of a GIF file, on the ground that all frames share. What follows it is not read.
 *
 * @throws RangeError for one that is damaged: that breaks off, or whose frame goes beyond it
 */
export function decodeGif(file: Buffer): Pixels {
  const [width, height] = [file.readUInt16LE(6), file.readUInt16LE(8)];
  const shared = paletteAt(file, 13, file.readUInt8(10));
  let at = shared.end;
  let transparent: number | undefined;
  while (file.readUInt8(at) === EXTENSION) {
    const [content, end] = blocksAt(file, at + 2);
    if (file[at + 1] === CONTROL) transparent = (content[0] ?? 0) & 1 ? content[3] : undefined;
    at = end;
  }
  if (file[at] !== FRAME) throw new RangeError('The image has no frame.');
  const frame = frameAt(file, at + 1, shared.colors);
  if (frame.left + frame.width > width || frame.top + frame.height > height) {
    throw new RangeError('The first frame is larger than the image.');
  }
  const data = new Uint8Array(width * height * 4);
  const colors = rgbaOf(frame.colors, transparent);
  frame.rows.forEach((row, nth) => {
    const indexes = frame.indexes.subarray(nth * frame.width, (nth + 1) * frame.width);
    const start = (frame.top + row) * width + frame.left;
    for (let column = 0; column < indexes.length; column += 1) {
      const color = (indexes[column] ?? 0) * 4;
      for (let value = 0; value < 4; value += 1) {
        data[(start + column) * 4 + value] = colors[color + value] ?? 0;
      }
    }
  });
  return { width, height, data };
}

/** Red, green, blue and alpha of each index; one without a color is transparent. */
function rgbaOf(colors: Buffer, transparent: number | undefined): Uint8Array {
  const rgba = new Uint8Array(256 * 4);
  for (let index = 0; index * 3 < colors.length; index += 1) {
    if (index === transparent) continue;
    rgba.set([...colors.subarray(index * 3, index * 3 + 3), 255], index * 4);
  }
  return rgba;
}

interface Frame {
  left: number;
  top: number;
  width: number;
  height: number;
  colors: Buffer;
  /** The color of each pixel. */
  indexes: Uint8Array;
  /** The rows of the image in the order in which the pixels come. */
  rows: number[];
}

function frameAt(file: Buffer, at: number, sharedColors: Buffer): Frame {
  const [left, top] = [file.readUInt16LE(at), file.readUInt16LE(at + 2)];
  const [width, height] = [file.readUInt16LE(at + 4), file.readUInt16LE(at + 6)];
  const flags = file.readUInt8(at + 8);
  const own = paletteAt(file, at + 9, flags);
  const colors = own.colors.length > 0 ? own.colors : sharedColors;
  if (colors.length === 0) throw new RangeError('The first frame has no colors.');
  const [compressed] = blocksAt(file, own.end + 1);
  const indexes = lzwIndexes(compressed, file.readUInt8(own.end), width * height);
  const rows = Array.from({ length: height }, (_, row) => row);
  return {
    left,
    top,
    width,
    height,
    colors,
    indexes,
    rows: flags & 0x40 ? interlaced(rows) : rows,
  };
}

/** Each eighth row, those in the middle between them, and so on. */
function interlaced(rows: readonly number[]): number[] {
  const passes = [
    [8, 0],
    [8, 4],
    [4, 2],
    [2, 1],
  ] as const;
  return passes.flatMap(([step, first]) => rows.filter((row) => row % step === first));
}

/** The colors that the flags say are there: three bytes each. */
function paletteAt(file: Buffer, at: number, flags: number): { colors: Buffer; end: number } {
  const end = flags & 0x80 ? at + 3 * 2 ** ((flags & 7) + 1) : at;
  return { colors: file.subarray(at, end), end };
}

/** What is cut into blocks, each with its length before it, and where it ends. */
function blocksAt(file: Buffer, at: number): [content: Buffer, end: number] {
  const blocks: Buffer[] = [];
  let end = at;
  for (let length = file.readUInt8(end); length > 0; length = file.readUInt8(end)) {
    blocks.push(file.subarray(end + 1, end + 1 + length));
    end += 1 + length;
  }
  return [Buffer.concat(blocks), end + 1];
}
