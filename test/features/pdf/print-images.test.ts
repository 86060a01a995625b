import { describe, expect, it } from 'vitest';
import { decodeGif } from '../../../src/features/pdf/typesetting/decode-gif.ts';
import { decodeWebp } from '../../../src/features/pdf/typesetting/decode-webp.ts';
import { printableImage } from '../../../src/features/pdf/typesetting/printable-image.ts';
import type { Pixels } from '../../../src/features/pdf/typesetting/printable-png.ts';
import { hasPoppler, readPdf } from '../../support/poppler.ts';
import { animated, gif, hiddenPixels, pixelsOf, shownPixels, webp } from './pictures.ts';
import { pdfOf, triedImages } from './support.ts';

const clear = pixelsOf(60, 40, [0, 255, 0, 0]);
const TIMEOUT_MS = 60_000;

/** Whether a pixel is red, and not to be seen through. */
function isRed({ data, width }: Pixels, column = 0, row = 0): boolean {
  const [red = 0, green = 0, blue = 0, alpha = 0] = data.subarray((row * width + column) * 4);
  return red > 240 && green < 15 && blue < 15 && alpha === 255;
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

  it.each([
    [
      'lossless',
      'UklGRoQAAABXRUJQVlA4WAoAAAACAAAAFwAADwAAQU5JTQYAAAAAAAAAAABBTk1GKAAAAAIAAAIAAA8AAAcAAGQAAAJW' +
        'UDhMDwAAAC8PwAEABxD9j/4HIqL/AQBBTk1GKAAAAAIAAAIAAA8AAAcAAGQAAAJWUDhMDwAAAC8PwAEABxDR//4HIqL/' +
        'AQA=',
    ],
    [
      'lossy',
      'UklGRsQAAABXRUJQVlA4WAoAAAACAAAAFwAADwAAQU5JTQYAAAAAAAAAAABBTk1GSgAAAAIAAAIAAA8AAAcAAGQAAAJW' +
        'UDggMgAAADABAJ0BKhAACAABQCYloAADcAD+8ut///mwP/bz/wR6Af//0uD//pcH//S4P/SkAAAAQU5NRkYAAAACAAAC' +
        'AAAPAAAHAABkAAAAVlA4IC4AAAA0AQCdASoQAAgAAAAmJaAAA3AA/vtV4///S4P/+lwf/9Lg/9Lg//rV5Vesq6AA',
    ],
  ])('is what libwebp made a %s animation of', async (_, file) => {
    const picture = await decodeWebp(Buffer.from(file, 'base64'));
    expect(picture).toMatchObject({ width: 24, height: 16 });
    const red = [isRed(picture, 4, 4), isRed(picture, 19, 11)];
    expect([...red, isRed(picture, 3, 4), isRed(picture, 19, 12)]).toEqual([
      ...[true, true, false, false],
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
    const images = await triedImages({ a: gif([shownPixels]), b: await webp(clear) }, markdown);
    expect(images.map(({ file }) => file)).toEqual(['a', 'b', ...addresses]);
    for (const { bytes } of images) {
      expect(bytes && printableImage(bytes)).toHaveProperty('width');
    }
  });

  it('is left out when the pictures of a book have too many pixels together', async () => {
    const wide = gif([pixelsOf(4, 4, [255, 0, 0, 255])]);
    wide.writeUInt16LE(4000, 6);
    wide.writeUInt16LE(4000, 8);
    const images = await triedImages(
      Object.fromEntries([1, 2, 3, 4, 5, 6, 7].map((name) => [name, wide])),
    );
    const problem = 'the images have too many pixels together';
    expect(images.map((image) => image.problem)).toEqual([...Array(6).fill(undefined), problem]);
  });

  const drawing = `<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'><text>ä #1</text></svg>`;
  const percent = encodeURIComponent(drawing);

  it.each([
    ['as Base64', `![A](data:image/svg+xml;base64,${Buffer.from(drawing).toString('base64')})`],
    ['percent encoded', `![A](data:image/svg+xml,${percent})`],
    ['percent encoded with a charset', `![A](data:image/svg+xml;charset=utf-8,${percent})`],
    ['percent encoded in part', `![A](data:image/svg+xml,${percent.replaceAll('%3D', '=')})`],
    ['as UTF-8 in HTML', `<img src="data:image/svg+xml;utf8,${drawing}" alt="A">`],
    ['as UTF-8 within a text', `See <img src="data:image/svg+xml;utf8,${drawing}" alt="A"> here.`],
  ])('is printed where an address holds a drawing %s', async (_, markdown) => {
    const images = await triedImages({}, markdown);
    expect(images.map(({ bytes }) => bytes && Buffer.from(bytes).toString())).toEqual([drawing]);
    if (!hasPoppler) return;
    const { text } = readPdf(await pdfOf(markdown));
    expect(text).toContain('ä #1');
    expect(text).not.toContain('Image A');
  });
});
