import { afterEach, beforeEach, describe, expect, it, vi, type MockInstance } from 'vitest';
import { printableImage } from '../../../src/features/pdf/typesetting/printable-image.ts';
import { animated, blue, pictureOf, rawGif, red } from './pictures.ts';
import { pngChunk, pngOfRows, triedImages } from './support.ts';

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

describe('a GIF', () => {
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
    const whole = await pictureOf(red, 'gif');
    const files = {
      'cut in its header': whole.subarray(0, 9),
      'cut in its colors': whole.subarray(0, 15),
      'cut in its frame': whole.subarray(0, whole.length - 20),
      'without a frame': Buffer.concat([whole.subarray(0, 19), Buffer.from(';')]),
      'of no width': changed(whole, (copy) => copy.writeUInt16LE(0, 6)),
      'with a huge frame': rawGif({ codes: [4, 0, 5], frame: [65_535, 65_535] }),
      'with codes that lead in a circle': codes(4, 7, 6, 7, 6, 6, 6, 5),
      'with a code before it is there': codes(4, 0, 7, 5),
      'with indexes of more bits than there are': rawGif({ codes: [4, 0, 5], bits: 12 }),
    };
    expect(await problems(files)).toEqual(all(files, damaged));
  });

  it('that is odd is shown as far as it goes, prints nothing and ends', async () => {
    const whole = await pictureOf(red, 'gif');
    const files = {
      'with a frame outside of it': changed(whole, (copy) => copy.writeUInt16LE(10, 6)),
      'with a frame of no height': rawGif({ codes: [4, 0, 5], frame: [4, 0] }),
      'without colors': rawGif({ codes: [4, 0, 0, 5], colors: 0 }),
      'that ends before its last pixel': codes(4, 0, 1, 5),
      'that begins anew without end': codes(...Array<number>(100_000).fill(4)),
    };
    for (const { file, bytes } of await triedImages(files)) {
      expect(bytes && printableImage(bytes), file).toHaveProperty('width');
    }
  });
});

describe('a picture whose header lies about its size', () => {
  /** Where the header of a moving WebP file has the size of the ground of its frames. */
  const GROUND_AT = 24;

  it('is refused before it is decoded when it is large', async () => {
    const lossless = await pictureOf(red, 'webp', { lossless: true });
    const moving = await animated([red, blue], 'webp');
    const files = {
      gif: changed(await pictureOf(red, 'gif'), (copy) => copy.writeUInt32LE(0xea60_ea60, 6)),
      'lossy.webp': changed(await pictureOf(red, 'webp'), (copy) => {
        copy.writeUInt32LE(0x3fff_3fff, copy.indexOf('VP8 ') + 14);
      }),
      'lossless.webp': changed(lossless, (copy) => {
        copy.writeUInt32LE(0x0fff_ffff, copy.indexOf('VP8L') + 9);
      }),
      'moving.webp': changed(moving, (copy) => copy.fill(0xff, GROUND_AT, GROUND_AT + 6)),
    };
    expect(await problems(files)).toEqual(all(files, large));
  });

  it('is damaged when what it holds is larger', async () => {
    const moving = await animated([red, blue], 'webp');
    const small = changed(moving, (copy) => {
      copy.writeUIntLE(9, GROUND_AT, 3);
      copy.writeUIntLE(9, GROUND_AT + 3, 3);
    });
    expect(await problems({ small })).toEqual({ small: damaged });
  });

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
