import { describe, expect, it } from 'vitest';
import type { Book, BookImage } from '../../../src/features/pdf/book.ts';
import { decodeGif } from '../../../src/features/pdf/typesetting/decode-gif.ts';
import { decodeWebp } from '../../../src/features/pdf/typesetting/decode-webp.ts';
import { printableImage } from '../../../src/features/pdf/typesetting/printable-image.ts';
import type { Pixels } from '../../../src/features/pdf/typesetting/printable-png.ts';
import { tryImages } from '../../../src/features/pdf/typesetting/try-images.ts';
import { animated, gif, hiddenPixels, pixelsOf, shownPixels, webp } from './pictures.ts';

const clear = pixelsOf(60, 40, [0, 255, 0, 0]);
const TIMEOUT_MS = 60_000;

/** Whether a pixel is red, and not to be seen through. */
function isRed({ data, width }: Pixels, column = 0, row = 0): boolean {
  const [red = 0, green = 0, blue = 0, alpha = 0] = data.subarray((row * width + column) * 4);
  return red > 240 && green < 15 && blue < 15 && alpha === 255;
}

/** What becomes of files and of a text in a book. */
function tried(files: Readonly<Record<string, Buffer>>, markdown = ''): Promise<BookImage[]> {
  const images = Object.entries(files).map(([file, bytes]) => ({ file, bytes }));
  const page = { id: 'page_1', parent: null, depth: 0, title: 'Page', emoji: null };
  const book: Book = {
    ...{ title: 'Book', emoji: null, subtitle: null, language: null, variables: {} },
    writtenAt: '2026-01-01T00:00:00.000Z',
    pages: [
      {
        ...page,
        ...{ description: null, above: [], variables: {} },
        text: { markdown, targets: new Map() },
      },
    ],
    reusableContents: new Map(),
    images,
  };
  return tryImages(book);
}

describe('a picture of the web in a PDF', { timeout: TIMEOUT_MS }, () => {
  it('is as it is, and its first frame where it moves', async () => {
    const frames = [await webp(shownPixels), await webp(hiddenPixels)];
    const pictures = [
      decodeGif(gif([shownPixels])),
      decodeGif(gif([shownPixels, hiddenPixels])),
      await decodeWebp(await webp(shownPixels)),
      await decodeWebp(await webp(shownPixels, { lossless: true })),
      await decodeWebp(animated(frames)),
      await decodeWebp(animated([await webp(shownPixels, { lossless: true })])),
    ];
    for (const picture of pictures) {
      expect(picture).toMatchObject({ width: 60, height: 40 });
      expect([isRed(picture), isRed(picture, 59, 39)]).toEqual([true, true]);
    }
  });

  it('is transparent where it is', async () => {
    for (const lossless of [false, true]) {
      expect((await decodeWebp(await webp(clear, { lossless }))).data[3]).toBe(0);
      expect((await decodeWebp(animated([await webp(clear, { lossless })]))).data[3]).toBe(0);
    }
    expect(decodeGif(gif([clear])).data[3]).toBe(0);
  });

  it('has its frame where the file says, on a clear ground', async () => {
    const place = { x: 20, y: 10, width: 100, height: 80 };
    const picture = await decodeWebp(animated([await webp(shownPixels)], place));
    expect(picture).toMatchObject({ width: 100, height: 80 });
    expect([isRed(picture, 20, 10), isRed(picture, 79, 49)]).toEqual([true, true]);
    expect([picture.data[3], isRed(picture, 80, 49), isRed(picture, 79, 50)]).toEqual([
      ...[0, false, false],
    ]);
  });

  it('becomes one that can be printed, also where a text holds it itself', async () => {
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>');
    const held = [
      ['gif', gif([shownPixels])],
      ['svg+xml', svg],
      ['webp', await webp(shownPixels)],
    ] as const;
    const addresses = held.map(([type, bytes]) => {
      return `data:image/${type};base64,${bytes.toString('base64')}`;
    });
    const markdown = addresses.map((address) => `<img src="${address}">\n`).join('\n');
    const images = await tried({ a: gif([shownPixels]), b: await webp(clear) }, markdown);
    expect(images.map(({ file }) => file)).toEqual(['a', 'b', ...addresses]);
    for (const { bytes } of images) {
      expect(bytes && printableImage(bytes)).toHaveProperty('width');
    }
  });

  it('is said to be damaged when it is, and to be too large before it is decoded', async () => {
    const whole = gif([shownPixels]);
    const large = Buffer.from(whole);
    large.writeUInt16LE(60_000, 6);
    large.writeUInt16LE(60_000, 8);
    const outside = Buffer.from(whole);
    outside.writeUInt16LE(10, 6);
    const moving = animated([await webp(shownPixels)]);
    const isDamaged = { bytes: null, problem: 'it is damaged' };
    const isLarge = { bytes: null, problem: 'it has more than 16 million pixels' };
    const sized = { width: 16_000, height: 16_000 };
    const images = await tried({
      'cut.gif': whole.subarray(0, whole.length - 20),
      'outside.gif': outside,
      'cut.webp': (await webp(shownPixels)).subarray(0, 60),
      'without a frame.webp': animated([]),
      'outside.webp': animated([await webp(shownPixels)], { width: 30 }),
      'lying.webp': Buffer.from(moving).fill(
        0xff,
        moving.indexOf('ANMF') + 14,
        moving.indexOf('ANMF') + 20,
      ),
      'large.gif': large,
      'large.webp': animated([await webp(shownPixels)], sized),
    });
    expect(Object.fromEntries(images.map(({ file, ...result }) => [file, result]))).toEqual({
      'cut.gif': isDamaged,
      'outside.gif': isDamaged,
      'cut.webp': isDamaged,
      'without a frame.webp': isDamaged,
      'outside.webp': isDamaged,
      'lying.webp': isDamaged,
      'large.gif': isLarge,
      'large.webp': isLarge,
    });
  });

  it('is left out when the pictures of a book have too many pixels together', async () => {
    const wide = gif([pixelsOf(4, 4, [255, 0, 0, 255])]);
    wide.writeUInt16LE(4000, 6);
    wide.writeUInt16LE(4000, 8);
    const images = await tried(
      Object.fromEntries([1, 2, 3, 4, 5, 6, 7].map((name) => [name, wide])),
    );
    const problem = 'the images have too many pixels together';
    expect(images.map((image) => image.problem)).toEqual([...Array(6).fill(undefined), problem]);
  });
});
