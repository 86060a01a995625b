import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { redrawImage } from '../../../src/features/pdf/typesetting/redraw-image.ts';
import { hasPoppler, readPdf } from '../../support/poppler.ts';
import { animated, blue, clear, pictureOf, red } from './pictures.ts';
import { pdfOf, preparedImages } from './support.ts';

/** What a picture shows when it was drawn anew: the values of the pixels. */
async function pixelsOf(file: Buffer) {
  const { bytes } = await redrawImage(file);
  const { data, info } = await sharp(bytes)
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const at = (column: number, row: number) => {
    return [...data.subarray((row * info.width + column) * 4).subarray(0, 4)];
  };
  return { size: [info.width, info.height], at };
}

/** Whether a pixel is red, and not to be seen through. */
function isRed([r = 0, g = 0, b = 0, alpha = 0]: readonly number[]): boolean {
  return r > 240 && g < 15 && b < 15 && alpha === 255;
}

describe('a picture of the web in a PDF', () => {
  it('is as it is, and its first frame where it moves', async () => {
    const files = [
      await pictureOf(red, 'gif'),
      await pictureOf(red, 'webp'),
      await pictureOf(red, 'webp', { lossless: true }),
      await pictureOf(red, 'avif'),
      await animated([red, blue], 'gif'),
      await animated([red, blue], 'webp'),
    ];
    for (const file of files) {
      const { size, at } = await pixelsOf(file);
      expect(size).toEqual([60, 40]);
      expect([at(0, 0), at(59, 39)].map(isRed)).toEqual([true, true]);
    }
  });

  it('is transparent where it is', async () => {
    for (const format of ['gif', 'webp', 'avif'] as const) {
      const { at } = await pixelsOf(await pictureOf(clear, format));
      expect(at(0, 0)[3], format).toBe(0);
    }
  });

  it('is the way up that its camera was held', async () => {
    const file = await sharp(await pictureOf(red, 'webp'))
      .withMetadata({ orientation: 6 })
      .toBuffer();
    expect((await pixelsOf(file)).size).toEqual([40, 60]);
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
    const { size, at } = await pixelsOf(Buffer.from(file, 'base64'));
    expect(size).toEqual([24, 16]);
    const inside = [at(4, 4), at(19, 11)];
    const outside = [at(3, 4), at(19, 12)];
    expect([inside.map(isRed), outside.map(([, , , alpha]) => alpha)]).toEqual([
      ...[
        [true, true],
        [0, 0],
      ],
    ]);
  });

  it('becomes one that can be printed, also where a text holds it itself', async () => {
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>');
    const held = [
      ['gif', await pictureOf(red, 'gif')],
      ['svg+xml', svg],
      ['webp', await pictureOf(red, 'webp')],
      ['avif', await pictureOf(red, 'avif')],
    ] as const;
    const addresses = held.map(([type, bytes]) => {
      return `data:image/${type};base64,${bytes.toString('base64')}`;
    });
    const markdown = addresses.map((address) => `<img src="${address}">\n`).join('\n');
    const files = { a: await pictureOf(red, 'gif'), b: await pictureOf(clear, 'webp') };
    const { images } = await preparedImages(files, markdown);
    expect([...images.keys()]).toEqual(['a', 'b', ...addresses]);
    for (const image of images.values()) expect(image).toHaveProperty('path');
  });

  it('is left out when the pictures of a book have too many pixels together', async () => {
    const wide = await pictureOf({ width: 4000, height: 4000, background: '#f00' }, 'gif');
    const problemsOf = async (file: Buffer) => {
      const { images } = await preparedImages(
        Object.fromEntries([1, 2, 3, 4, 5, 6, 7].map((name) => [name, file])),
      );
      return [...images.values()].map((image) => ('problem' in image ? image.problem : undefined));
    };
    const problem = 'the images have too many pixels together';
    expect(await problemsOf(wide)).toEqual([...Array(6).fill(undefined), problem]);
    expect(await problemsOf(wide.subarray(0, wide.length - 20))).toEqual([
      ...[...Array(6).fill('it is damaged'), problem],
    ]);
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
    const { files } = await preparedImages({}, markdown);
    expect([...files.values()].map((bytes) => Buffer.from(bytes).toString())).toEqual([
      expect.stringMatching(/^<svg.*<text>ä #1<\/text><\/svg>$/),
    ]);
    if (!hasPoppler) return;
    const { text } = readPdf(await pdfOf(markdown));
    expect(text).toContain('ä #1');
    expect(text).not.toContain('Image A');
  });
});
