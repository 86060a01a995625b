import { afterEach, beforeEach, describe, expect, it, vi, type MockInstance } from 'vitest';
import { decodeGif } from '../../../src/features/pdf/typesetting/decode-gif.ts';
import { printableImage } from '../../../src/features/pdf/typesetting/printable-image.ts';
import { animated, gif, rawGif, shownPixels, webp } from './pictures.ts';
import { pngChunk, pngOfRows, triedImages } from './support.ts';

const TIMEOUT_MS = 60_000;
const damaged = { bytes: null, problem: 'it is damaged' };
const large = { bytes: null, problem: 'it has more than 16 million pixels' };

/** What becomes of files in a book, by their names. */
async function problems(files: Readonly<Record<string, Buffer>>) {
  const images = await triedImages(files);
  return Object.fromEntries(images.map(({ file, ...result }) => [file, result]));
}

/** The same result for each of them. */
function all<Result>(files: object, result: Result): Record<string, Result> {
  return Object.fromEntries(Object.keys(files).map((name) => [name, result]));
}

function changed(file: Buffer, change: (copy: Buffer) => void): Buffer {
  const copy = Buffer.from(file);
  change(copy);
  return copy;
}

describe('a GIF', { timeout: TIMEOUT_MS }, () => {
  const whole = gif([shownPixels]);
  /** Codes of three bits: 4 begins anew, 5 ends. */
  const codes = (...list: number[]) => rawGif({ codes: list });
  let printed: MockInstance[];

  beforeEach(() => {
    const methods = ['log', 'warn', 'error', 'info'] as const;
    printed = methods.map((method) => vi.spyOn(console, method).mockImplementation(() => {}));
  });

  afterEach(() => {
    expect(printed.flatMap(({ mock }) => mock.calls)).toEqual([]);
    vi.restoreAllMocks();
  });

  it('that is damaged or lies says so, prints nothing and ends', async () => {
    const files = {
      'cut in its header': whole.subarray(0, 9),
      'cut in its colors': whole.subarray(0, 15),
      'cut in its frame': whole.subarray(0, whole.length - 20),
      'without a frame': Buffer.concat([whole.subarray(0, 19), Buffer.from(';')]),
      'of no width': changed(whole, (copy) => copy.writeUInt16LE(0, 6)),
      'with a frame outside of it': changed(whole, (copy) => copy.writeUInt16LE(10, 6)),
      'with a frame of no height': rawGif({ codes: [4, 0, 5], frame: [4, 0] }),
      'with a huge frame': rawGif({ codes: [4, 0, 5], frame: [65_535, 65_535] }),
      'without colors': rawGif({ codes: [4, 0, 0, 5], colors: 0 }),
      'with codes that lead in a circle': codes(4, 7, 6, 7, 6, 6, 6, 5),
      'with a code before it is there': codes(4, 0, 7, 5),
      'that ends before its last pixel': codes(4, 0, 1, 5),
      'that begins anew without end': codes(...Array<number>(100_000).fill(4)),
      'with indexes of no bits': rawGif({ codes: [4, 0, 5], bits: 0 }),
      'with indexes of more bits than there are': rawGif({ codes: [4, 0, 5], bits: 12 }),
    };
    expect(await problems(files)).toEqual(all(files, damaged));
  });

  it('is whole with more pixels than it has room for, and whatever follows its frame', () => {
    const pixels = Array.from({ length: 40 }, (_, index) => (index % 2 === 0 ? 4 : 1));
    const wordy = changed(rawGif({ codes: [...pixels, 5] }), (copy) => {
      copy[copy.length - 1] = 0x77;
    });
    expect([...decodeGif(wordy).data.subarray(-4)]).toEqual([255, 255, 255, 255]);
  });

  it('has its rows where they are, also when the file holds them in passes', () => {
    const rows = [0, 1, 2, 3];
    const inPasses = rawGif({ codes: codesOf([0, 2, 1, 3]), isInterlaced: true, colors: 4 });
    const straight = rawGif({ codes: codesOf(rows), colors: 4 });
    expect(decodeGif(inPasses)).toEqual(decodeGif(straight));
    const firstColumn = rows.map((row) => decodeGif(inPasses).data[row * 4 * 4]);
    expect(new Set(firstColumn).size).toBe(4);
  });

  /** Rows of four pixels; beginning anew before each keeps the codes at three bits. */
  function codesOf(rows: readonly number[]): number[] {
    return [...rows.flatMap((row) => [row, row, row, row].flatMap((index) => [4, index])), 5];
  }
});

describe('a picture whose header lies about its size', { timeout: TIMEOUT_MS }, () => {
  it('is refused before it is decoded when it is large', async () => {
    const huge = (at: number, file: Buffer) =>
      changed(file, (copy) => copy.writeUInt32LE(0xea60_ea60, at));
    const lossless = await webp(shownPixels, { lossless: true });
    const files = {
      gif: huge(6, gif([shownPixels])),
      'lossy.webp': changed(await webp(shownPixels), (copy) => {
        copy.writeUInt32LE(0x3fff_3fff, copy.indexOf('VP8 ') + 14);
      }),
      'lossless.webp': changed(lossless, (copy) => {
        copy.writeUInt32LE(0x0fff_ffff, copy.indexOf('VP8L') + 9);
      }),
      'moving.webp': animated([lossless], { width: 16_000, height: 16_000 }),
      'largest.webp': animated([lossless], { width: 2 ** 24, height: 2 ** 24 }),
    };
    expect(await problems(files)).toEqual(all(files, large));
  });

  it('is damaged when what it holds is larger', async () => {
    const lossless = await webp(shownPixels, { lossless: true });
    const grow = (file: Buffer) =>
      changed(file, (copy) => copy.writeUInt32LE(0x0fff_ffff, copy.indexOf('VP8L') + 9));
    const still = Buffer.concat([lossless.subarray(0, 12), extendedHeader(60, 40)]);
    const files = {
      'frame.webp': animated([grow(lossless)]),
      'still.webp': Buffer.concat([still, grow(lossless).subarray(12)]),
    };
    expect(await problems(files)).toEqual(all(files, damaged));
  });

  /** Of a WebP file that is not animated. */
  function extendedHeader(width: number, height: number): Buffer {
    const header = Buffer.alloc(18);
    header.write('VP8X');
    header.writeUInt32LE(10, 4);
    header.writeUIntLE(width - 1, 12, 3);
    header.writeUIntLE(height - 1, 15, 3);
    return header;
  }

  it('is not printed as JPEG or SVG either', () => {
    const frame = Buffer.from('ffd8ffe00002ffc0000b08ea60ea6001011100ffd9', 'hex');
    expect(printableImage(frame)).toEqual({ problem: large.problem });
    const small = changed(frame, (copy) => copy.writeUInt32BE(0x0010_0010, copy.length - 10));
    expect(printableImage(small)).toMatchObject({ width: 16, height: 16 });
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="1e9" height="1e9"/>';
    expect(printableImage(Buffer.from(svg))).toHaveProperty('problem');
  });

  it('is damaged as a PNG that states its size twice', () => {
    const size = { width: 4000, height: 5000, bits: 1, colorType: 0 };
    const rows = Buffer.alloc(5000 * (1 + 4000 / 8));
    expect(printableImage(pngOfRows(size, rows))).toEqual({ problem: large.problem });
    // Where the files of one maker have their header: the first size that is found there.
    const decoy = Buffer.alloc(24);
    decoy.write('IHDR', 12);
    decoy.set([0, 0, 0, 4, 0, 0, 0, 4], 16);
    const lying = pngOfRows(size, rows, pngChunk('CgBI', decoy));
    expect(printableImage(lying)).toEqual({ problem: 'it is damaged' });
  });
});
