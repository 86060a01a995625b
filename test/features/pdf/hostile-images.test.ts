import { afterEach, beforeEach, describe, expect, it, vi, type MockInstance } from 'vitest';
import { animated, blue, pictureOf, rawGif, red } from './pictures.ts';
import { hasPoppler, readPdf } from '../../support/poppler.ts';
import { pdfOf, pngChunk, pngOfRows, preparedImages } from './support.ts';

const damaged = { problem: 'it is damaged' };
const large = { problem: 'it has more than 16 million pixels' };

/** What becomes of files in a book, by their names. */
async function problems(files: Readonly<Record<string, Buffer>>) {
  return Object.fromEntries((await preparedImages(files)).images);
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
    const images = await problems(files);
    for (const [name, image] of Object.entries(images)) expect(image, name).toHaveProperty('path');
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

  it('is not printed as JPEG or SVG either', async () => {
    const frame = Buffer.from('ffd8ffe00002ffc0000b08ea60ea6001011100ffd9', 'hex');
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="1e9" height="1e9"/>');
    expect(await problems({ frame, svg })).toEqual({ frame: large, svg: damaged });
  });

  it('is damaged as a PNG that states its size twice', async () => {
    const size = { width: 4000, height: 5000, bits: 1, colorType: 0 };
    const rows = Buffer.alloc(5000 * (1 + 4000 / 8));
    // Where the files of one maker have their header: the first size that is found there.
    const decoy = Buffer.alloc(24);
    decoy.write('IHDR', 12);
    decoy.set([0, 0, 0, 4, 0, 0, 0, 4], 16);
    const files = {
      once: pngOfRows(size, rows),
      lying: pngOfRows(size, rows, pngChunk('CgBI', decoy)),
    };
    expect(await problems(files)).toEqual({ once: large, lying: damaged });
  });
});

describe.skipIf(!hasPoppler)('an image in a PDF', () => {
  it('that cannot be drawn says so, and the others are printed', async () => {
    const whole = await pictureOf(red, 'png');
    const wrong = (at: number, byte: number) => changed(whole, (copy) => (copy[at] = byte));
    const broken: Record<string, Buffer> = {
      'cut.png': whole.subarray(0, whole.length - 30),
      'without-pixels.png': Buffer.concat([whole.subarray(0, 33), whole.subarray(-12)]),
      'depth.png': wrong(24, 7),
      'data.png': wrong(whole.indexOf('IDAT') + 8, 0xff),
      'jpeg.jpg': Buffer.from('ffd8ffe000104a464946', 'hex'),
      'bitmap.bmp': Buffer.from('BM'),
    };
    const files = { 'whole.png': whole, ...broken };
    const markdown = Object.keys(files)
      .map((name) => `![${name}](${name})`)
      .join('\n\n');
    const { text, images } = readPdf(await pdfOf(markdown, files));
    for (const name of Object.keys(broken)) {
      expect(text).toContain(
        name === 'bitmap.bmp'
          ? `${name} (not printed: only PNG, JPEG, GIF, WebP, AVIF and SVG can be)`
          : `${name} (not printed: it is damaged)`,
      );
    }
    expect(text).not.toContain('whole.png (not');
    expect(images).toBe(1);
  });
});
